import { useEffect } from "react";
import { isRouteErrorResponse, Link, useRouteError } from "react-router";
import { Button, buttonLook } from "#ui/button.tsx";
import basket from "#web/pictures/basket.webp";
import { logFailure } from "#web/log-failure.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";

/** Shown when a page does not exist (NAV-15) or failed. */
export function ErrorPage() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!missing) logFailure("this page", error);
  }, [missing, error]);
  return (
    <div className="page flex flex-col items-center gap-5 py-16 text-center">
      <title>{missing ? t("Page not found") : t("Something went wrong")}</title>
      <img src={basket} alt="" width={200} height={200} className="size-44" />
      <h1 className="heading text-5xl">{missing ? t("Page not found") : t("Something went wrong")}</h1>
      <p className="max-w-md text-lg text-ink-2">
        {missing
          ? t("This page may have moved, or the product is no longer sold here.")
          : t("We couldn't load this page. Try again in a moment.")}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {!missing && <Button onClick={() => location.reload()}>{t("Try again")}</Button>}
        <Link to={paths.home} className={buttonLook({ kind: missing ? "primary" : "quiet" })}>
          {t("Back to the shop")}
        </Link>
        <Link to={paths.search()} className={buttonLook({ kind: "quiet" })}>
          {t("Search")}
        </Link>
      </div>
    </div>
  );
}
