import { useLocation, useSearchParams } from "react-router";
import { localPath } from "#words/language.ts";
import { t } from "#words/t.ts";

/** The neighboring pages of a narrowed list, without script. Buttons of a form: robots would follow links. */
export function PageButtons({ page, totalPage }: { page: number; totalPage: number }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const others = [...search].filter(([name]) => name !== "page");
  return (
    <noscript>
      <form
        method="get"
        action={localPath(pathname)}
        aria-label={t("Pages")}
        className="mt-6 flex justify-center gap-6 font-semibold text-leaf"
      >
        {others.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        {page > 1 && <PageButton to={page - 1}>{t("Previous page")}</PageButton>}
        {page < totalPage && <PageButton to={page + 1}>{t("Next page")}</PageButton>}
      </form>
    </noscript>
  );
}

function PageButton({ to, children }: { to: number; children: string }) {
  return (
    <button type="submit" name="page" value={to}>
      {children}
    </button>
  );
}
