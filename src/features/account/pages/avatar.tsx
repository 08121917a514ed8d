import { CircleUserRound } from "lucide-react";
import { pictureOf } from "#features/files/rules.ts";
import { classNames } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import type { User } from "../contract.ts";

type Person = Pick<User, "name" | "avatar">;

/** A person's picture, or their initials. `className` sets its size and that of the initials. */
export function Avatar({ person, sizes, className }: { person: Person; sizes: string; className: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "grid shrink-0 place-items-center overflow-hidden rounded-full bg-leaf-tint font-bold text-leaf select-none",
        className,
      )}
    >
      {person.avatar ? <Picture {...pictureOf(person.avatar)} alt="" sizes={sizes} eager /> : initialsOf(person.name)}
    </span>
  );
}

/** An icon, replaced by the avatar once it is loaded. */
export function PersonIcon({ person }: { person: Person | undefined }) {
  if (!person?.avatar) return <CircleUserRound aria-hidden className="size-6" />;
  return <Avatar person={person} sizes="24px" className="size-6" />;
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : ""].map((word = "") => Array.from(word)[0] ?? "");
  return `${first}${last}`.toUpperCase();
}
