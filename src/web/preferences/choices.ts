/** Local storage keys of choices for this browser rather than the account: they stay when someone logs out (ACC-8). */
export const CHOICES = {
  /** `light`, `dark`, or absent for the system's theme. */
  theme: "theme",
  /** `en` or `es`, once someone has chosen a language. */
  language: "language",
  /** The language that was proposed, once it was. */
  proposed: "language-proposed",
  /** `yes` when the moving placeholder was stopped; `no` when it was started despite a preference for less motion. */
  still: "still-placeholder",
  /** What bag labels are printed on. */
  paper: "label-paper",
} as const;
