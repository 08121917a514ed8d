import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { Eye, EyeOff } from "lucide-react";
import { t } from "#words/t.ts";
import { classNames } from "./class-names.ts";
import { useEarlyInput } from "./early-input.ts";

/** The class names of every text input. */
export const inputLook =
  "w-full min-h-12 rounded-control border border-field-line bg-surface px-4 text-base text-ink placeholder:text-ink-3 " +
  "focus-visible:border-leaf focus-visible:outline-2 focus-visible:outline-offset-0 aria-invalid:border-tomato disabled:bg-sunken read-only:bg-sunken";

/** The class names of a select, which matches `:read-only` in browsers. */
export const selectLook = inputLook.replace(" read-only:bg-sunken", "");

interface Told {
  label: string;
  /** What is wrong with the value; replaces the hint. */
  error?: string | undefined;
  hint?: ReactNode;
}

interface FrameProps extends Told {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

function FieldFrame({ id, label, error, hint, className, children }: FrameProps) {
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="text-sm font-semibold text-ink">
        {label}
      </label>
      {children}
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  );
}

/** What is wrong with a field's value, or else its hint. */
export function FieldNote({ id, error, hint }: Pick<FrameProps, "id" | "error" | "hint">) {
  if (error) {
    return (
      <p id={noteId(id)} role="alert" className="text-sm text-tomato">
        {error}
      </p>
    );
  }
  if (!hint) return null;
  return (
    <p id={noteId(id)} className="text-sm text-ink-2">
      {hint}
    </p>
  );
}

const noteId = (id: string) => `${id}-told`;

/** Ties an input to its {@link FieldNote}. */
export function describe(id: string, { error, hint }: Pick<Told, "error" | "hint">) {
  return { "aria-invalid": error ? true : undefined, "aria-describedby": error || hint ? noteId(id) : undefined };
}

/** A labeled input with its error and hint; spreads react-hook-form's `register(…)`. */
export function Field({ label, error, hint, className, ...input }: Told & ComponentProps<"input">) {
  const own = useId();
  const id = input.id ?? own;
  useEarlyInput(id, input.onChange);
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} className={className}>
      <input {...describe(id, { error, hint })} {...input} id={id} className={inputLook} />
    </FieldFrame>
  );
}

/** An input for an email address; by default the one to log in with. */
export function EmailField(input: Omit<ComponentProps<typeof Field>, "label" | "type">) {
  return <Field label={t("Email")} type="email" autoComplete="username" inputMode="email" autoCapitalize="none" {...input} />;
}

/** As {@link Field}, for several lines. */
export function TextField({ label, error, hint, className, ...input }: Told & ComponentProps<"textarea">) {
  const own = useId();
  const id = input.id ?? own;
  useEarlyInput(id, input.onChange);
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} className={className}>
      <textarea rows={6} {...describe(id, { error, hint })} {...input} id={id} className={classNames(inputLook, "resize-y py-3")} />
    </FieldFrame>
  );
}

/** As {@link Field}, for one of several `option`s. */
export function SelectField({ label, error, hint, className, children, ...select }: Told & ComponentProps<"select">) {
  const own = useId();
  const id = select.id ?? own;
  useEarlyInput(id, select.onChange);
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} className={className}>
      <select {...describe(id, { error, hint })} {...select} id={id} className={selectLook}>
        {children}
      </select>
    </FieldFrame>
  );
}

/** As {@link Field}, for a password that can be shown and hidden. */
export function PasswordField({ label, error, hint, className, ...input }: Told & ComponentProps<"input">) {
  const own = useId();
  const id = input.id ?? own;
  useEarlyInput(id, input.onChange);
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} className={className}>
      <div className="relative">
        <input
          {...describe(id, { error, hint })}
          {...input}
          id={id}
          type={shown ? "text" : "password"}
          autoCapitalize="none"
          spellCheck={false}
          className={classNames(inputLook, "pr-13")}
        />
        <button
          type="button"
          aria-label={shown ? t("Hide password") : t("Show password")}
          aria-controls={id}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-control text-ink-2 hover:text-ink"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      </div>
    </FieldFrame>
  );
}
