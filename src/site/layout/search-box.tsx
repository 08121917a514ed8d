import { useEffect, useRef } from "react";
import { ArrowLeft, Search, X } from "lucide-react";
import { Form, Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { paths } from "#web/paths.ts";
import { RotatingPlaceholder } from "./rotating-placeholder.tsx";

const frame =
  "flex h-12.5 w-full items-center gap-3 rounded-full border border-line-2 bg-surface text-base has-focus-visible:border-leaf hover:border-field-line";

/** The search box: on the search page an input, elsewhere the way there (SRCH-1, SRCH-2). */
export function SearchBox() {
  const { pathname } = useLocation();
  return pathname === paths.search() ? <SearchInput /> : <SearchLink />;
}

function SearchLink() {
  return (
    <div className={`${frame} relative pr-2 pl-5`}>
      <Search aria-hidden className="size-5 shrink-0 text-leaf" />
      <RotatingPlaceholder>
        <Link to={paths.search()} prefetch="intent" aria-label="Search" className="absolute inset-0 rounded-full" />
      </RotatingPlaceholder>
    </div>
  );
}

/** Every change navigates at once (SRCH-3), in place of the last one, so that Back leaves the search. */
function SearchInput() {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { state } = useLocation();
  const q = useSearchParams()[0].get("q") ?? "";

  const go = (text: string) => void navigate(paths.search(text), { replace: true, state: TYPED, preventScrollReset: window.scrollY === 0 });

  const clear = () => {
    if (!input.current) return;
    input.current.value = "";
    input.current.focus();
    go("");
  };

  useEffect(() => {
    // Typed before the page was ready.
    if (input.current && input.current.value !== q) go(input.current.value);
    input.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the box appears
  }, []);

  useEffect(() => {
    // A link led to another search. What was typed is in the box already, and may be ahead of the address.
    if (state !== TYPED && input.current) input.current.value = q;
  }, [q, state]);

  return (
    <search>
      <Form action={paths.search()} className={`${frame} pr-1.5 pl-1.5 max-md:gap-1`} onSubmit={(event) => event.preventDefault()}>
        <Link
          to={paths.home}
          aria-label="Back to the shop"
          className="grid size-11 shrink-0 place-items-center rounded-full text-leaf md:hidden"
        >
          <ArrowLeft aria-hidden className="size-5" />
        </Link>
        <Search aria-hidden className="ml-3 hidden size-5 shrink-0 text-leaf md:block" />
        <input
          ref={input}
          type="search"
          name="q"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- who comes here comes to type
          autoFocus
          defaultValue={q}
          maxLength={200}
          aria-label="Search the shop"
          placeholder="Search for atta dal and more."
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          onChange={(event) => go(event.target.value)}
          className="peer h-full min-w-0 grow bg-transparent outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
        />
        <button
          type="button"
          aria-label="Clear"
          onClick={clear}
          className="grid size-9 shrink-0 place-items-center rounded-full text-ink-2 peer-placeholder-shown:invisible hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-4.5" />
        </button>
      </Form>
    </search>
  );
}

const TYPED = "typed";
