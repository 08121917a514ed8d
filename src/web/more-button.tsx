import { Button } from "#ui/button.tsx";
import { t } from "#words/t.ts";

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Loads the next page of a list; nothing on the last one. */
export function MoreButton({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreButtonProps) {
  if (!hasNextPage) return null;
  return (
    <div className="mt-4 text-center">
      <Button kind="outline" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t("Show more")}
      </Button>
    </div>
  );
}
