import { Link } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { adminPaths } from "#web/admin-paths.ts";
import { t } from "#words/t.ts";

/** Where to go from an import that is over. */
export function AfterImport() {
  return (
    <div className="mt-2 flex flex-wrap justify-center gap-3">
      <Link to={adminPaths.productImport()} className={buttonLook({ kind: "quiet" })}>
        {t("Import another file")}
      </Link>
      <Link to={adminPaths.products} className={buttonLook()}>
        {t("See the products")}
      </Link>
    </div>
  );
}
