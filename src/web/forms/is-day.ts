/** Whether a text is a day that the calendar has, such as `2026-12-24`. The server refuses others, and the year 0. */
export const isDay = (text: string): boolean =>
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toJSON().startsWith(text);
