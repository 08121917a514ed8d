import { isRouteErrorResponse, Link, useRouteError } from "react-router";
import { Button, buttonLook } from "#ui/button.tsx";
import basket from "#web/pictures/basket.webp";
import { paths } from "#web/paths.ts";

/** What a person sees when there is no such page (NAV-15), or when something went wrong. */
export function ErrorPage() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="page flex flex-col items-center gap-5 py-16 text-center">
      <title>{missing ? "Not found" : "Something went wrong"}</title>
      <img src={basket} alt="" width={200} height={200} className="size-44" />
      <h1 className="heading text-5xl">{missing ? "This shelf is empty" : "Something went wrong"}</h1>
      <p className="max-w-md text-lg text-ink-2">
        {missing
          ? "The page you are looking for is not here. It may have moved, or the product is no longer in the shop."
          : "The shop could not show this page. Please try again in a moment."}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {!missing && <Button onClick={() => location.reload()}>Try again</Button>}
        <Link to={paths.home} className={buttonLook({ kind: missing ? "primary" : "quiet" })}>
          Back to the shop
        </Link>
        <Link to={paths.search()} className={buttonLook({ kind: "quiet" })}>
          Search
        </Link>
      </div>
    </div>
  );
}
