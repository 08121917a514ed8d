/** Minutes that a code works. */
export const CODE_MINUTES = 10;
/** Tries of each code. */
export const CODE_TRIES = 5;
/** Minutes to choose a password after a right code. */
export const TICKET_MINUTES = 15;
