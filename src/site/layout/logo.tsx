import { Link } from "react-router";
import { imageAddress, keyOfAddress } from "#features/files/rules.ts";
import type { Face } from "#shared/face.ts";
import { classNames } from "#ui/class-names.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { wordmark } from "./wordmark.ts";

/** The shop's mark and name, linked to the home page. */
export function Logo({ face }: { face: Face }) {
  // Uploaded pictures are square, so the name stays beside them.
  const isLong = face.name.length > 12;
  const uploaded = keyOfAddress(face.logo);
  return (
    <Link to={paths.home} aria-label={t("{shop}, home", { shop: face.name })} className="logo">
      {face.logo && !uploaded ? (
        <img src={face.logo} alt="" height={40} className="h-10 w-auto" />
      ) : (
        <>
          {uploaded ? (
            <img src={imageAddress(uploaded, 160)} alt="" width={40} height={40} className="size-10 rounded-tag" />
          ) : (
            <img src="/favicon.svg" alt="" width={30} height={30} className="size-7.5" />
          )}
          <span
            className={classNames(
              wordmark(face.name),
              "tracking-[-0.03em]",
              isLong ? "line-clamp-2 max-w-40 text-lg leading-tight" : "text-3xl leading-none md:max-lg:text-xl",
            )}
          >
            {face.name}
          </span>
        </>
      )}
    </Link>
  );
}
