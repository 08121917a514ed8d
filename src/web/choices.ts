/** What a person chose for this browser, rather than for their account: kept in local storage, also when somebody logs out (ACC-8). */
export const CHOICES = {
  /** `light`, `dark`, or nothing for what the system says. */
  theme: "theme",
  /** Whether the moving placeholder was stopped: `yes`, or `no` where it was started although less motion is asked for. */
  still: "still-placeholder",
} as const;
