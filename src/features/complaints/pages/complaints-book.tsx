import { useLocation, type LoaderFunctionArgs, type MetaArgs } from "react-router";
import { shopFace } from "#features/shop/contract.ts";
import { call } from "#web/call.ts";
import { missing } from "#web/missing.ts";
import { faceOf, pageMeta, privateMeta } from "#web/meta/page-meta.ts";
import { NeedsScript } from "#web/needs-script.tsx";
import { paths } from "#web/paths.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { notices } from "../sheet/rules.ts";
import { ComplaintForm } from "./complaint-form.tsx";
import { SheetPage } from "./sheet-page.tsx";

const isSheet = (pathname: string) => /\/hoja\/?$/i.test(pathname);

async function read({ request }: LoaderFunctionArgs) {
  // A sheet can be read even when the book no longer takes new ones.
  if (isSheet(new URL(request.url).pathname)) return null;
  const { data } = await call(shopFace, undefined);
  if (!data.complaintsBook) throw missing();
  return null;
}
// The server answers no loader requests, so every route with a loader has a client loader too.
export { read as loader, read as clientLoader };

export function meta({ matches, location }: MetaArgs) {
  if (isSheet(location.pathname)) return privateMeta(t("Complaint sheet"))({ matches });
  return pageMeta(faceOf(matches), {
    title: t("Libro de Reclamaciones"),
    description: t("File a claim or a grievance. We answer within 15 working days."),
    path: paths.complaintsBook,
  });
}

/** The complaints book that Peruvian law asks for: the form of its sheets and, below it, a sheet that was filed. */
export default function ComplaintsBook() {
  const { pathname } = useLocation();
  return isSheet(pathname) ? <SheetPage /> : <Book />;
}

function Book() {
  const { legalName, taxId, address } = useFace();
  return (
    <article className="page py-8 md:py-12">
      <div className="mx-auto max-w-2xl">
        <h1 className="heading text-4xl md:text-5xl">{t("Libro de Reclamaciones")}</h1>
        <p className="mt-4 text-lg text-ink-2">
          {t(
            "Under Peru's consumer protection code (Código de Protección y Defensa del Consumidor), this shop keeps a complaints book for you. Use it to file a grievance (queja) or a claim (reclamo).",
          )}
        </p>
        <address className="mt-5 wrap-anywhere whitespace-pre-line not-italic">
          <strong>{legalName}</strong>
          {`\n${t("RUC {number}", { number: taxId })}\n${address}`}
        </address>
        <ul className="mt-6 flex flex-col gap-2 border-l-3 border-line-2 pl-4 text-sm text-ink-2">
          {notices().map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <div className="mt-8">
          <NeedsScript>
            <ComplaintForm />
          </NeedsScript>
        </div>
      </div>
    </article>
  );
}
