/** A thin line at the top of the screen, for what takes longer than a moment. */
export const ProgressLine = () => (
  <div aria-hidden data-testid="progress" className="fixed inset-x-0 top-0 z-50 h-0.75 origin-left animate-progress bg-leaf" />
);
