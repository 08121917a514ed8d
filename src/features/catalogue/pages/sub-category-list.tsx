import { NavLink } from "react-router";
import { paths } from "#web/paths.ts";
import { ShelfPicture } from "./shelf-picture.tsx";
import type { Linked } from "./sub-categories.ts";

interface SubCategoryListProps {
  category: Linked;
  subCategories: readonly Linked[];
  currentId: string;
}

/** A category's subcategories, with the current one highlighted (LIST-1). */
export function SubCategoryList({ category, subCategories, currentId }: SubCategoryListProps) {
  return (
    <nav
      aria-label={category.name}
      className="panel overflow-y-auto overscroll-contain p-1 md:sticky md:top-23 md:max-h-[calc(100dvh-7rem)] md:p-2"
    >
      <ul>
        {subCategories.map((subCategory) => (
          <li key={subCategory._id}>
            <NavLink
              to={paths.listing(category, subCategory)}
              aria-current={subCategory._id === currentId ? "page" : undefined}
              className={({ isPending }) =>
                "flex flex-col items-center gap-1.5 rounded-tile px-1 py-2.5 text-center text-xs leading-tight font-semibold hover:bg-sunken aria-[current=page]:bg-leaf-tint aria-[current=page]:font-bold aria-[current=page]:text-leaf-2 md:flex-row md:gap-3 md:px-2.5 md:py-2 md:text-left md:text-base " +
                (isPending ? "bg-sunken" : "")
              }
            >
              <ShelfPicture image={subCategory.image} sizes="56px" className="w-12 shrink-0 md:w-10" />
              <span className="hyphens-auto">{subCategory.name}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
