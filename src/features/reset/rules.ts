/** How long a code works, in minutes. */
export const CODE_MINUTES = 10;
/** How often a code may be tried. */
export const CODE_TRIES = 5;
/** How long a person may take to choose a password after a right code, in minutes. */
export const TICKET_MINUTES = 15;
