import { CHOICES } from "#web/choices.ts";
import { REFRESH } from "#web/tokens.ts";

/** Present while an admin uses this browser. It decides about nothing but the look; it goes when somebody logs out. */
export const ADMIN = "admin";

/**
 * Runs before the first paint: marks the chosen theme and whether somebody, and an admin, is signed in on <html>, so that
 * nothing flips afterwards. Kept pages are the same for everyone, so the server cannot do this.
 */
export const firstPaint = `try{let d=document.documentElement.dataset,t=localStorage.getItem("${CHOICES.theme}");if(t==="light"||t==="dark")d.theme=t;if(localStorage.getItem("${REFRESH}"))d.signedIn="";if(localStorage.getItem("${ADMIN}"))d.admin=""}catch{}`;
