import type { FormEventHandler, ReactNode } from "react";

interface EntryFormProps {
  title: string;
  lead: ReactNode;
  onSubmit: FormEventHandler;
  children: ReactNode;
  /** Links to related pages. */
  foot: ReactNode;
}

/** The frame of login, registration and password reset. */
export function EntryForm({ title, lead, onSubmit, children, foot }: EntryFormProps) {
  return (
    <div className="page flex justify-center py-8 md:py-14">
      <div className="w-full max-w-md">
        <h1 className="heading text-4xl">{title}</h1>
        <p className="mt-2 text-ink-2">{lead}</p>
        {/* The shop shows its own messages instead of the browser's. */}
        <form noValidate onSubmit={onSubmit} className="panel mt-6 flex flex-col gap-4.5 p-5 md:p-7">
          {children}
        </form>
        <p className="mt-5 text-center text-balance text-ink-2">{foot}</p>
      </div>
    </div>
  );
}

/** Class names of links below these forms. */
export const footLink = "touch font-bold text-leaf underline-offset-4 hover:underline";
