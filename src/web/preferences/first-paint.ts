import { CHOICES } from "./choices.ts";
import { REFRESH } from "../session/tokens.ts";

/** Local storage key, present while staff use this browser. It only affects the looks, and is removed at logout. */
export const ADMIN = "admin";

/** Local storage key, present while someone who has ordered before uses this browser. Works like {@link ADMIN}. */
export const REGULAR = "regular";

/** Redirects people who come from another site to the language they chose. Also runs inline. */
export const chosenLanguage = `try{let l=localStorage.getItem("${CHOICES.language}"),p=location.pathname,s=/^\\/es(?=\\/|$)/.test(p);if(l&&(l==="es")!==s&&!document.referrer.startsWith(location.origin+"/"))location.replace((s?p.replace(/^\\/es\\/*/,"/"):"/es"+(p==="/"?"":p))+location.search+location.hash)}catch{};`;

/**
 * Runs inline before the first paint: puts the theme, and whether a person, an admin or a regular shopper is signed in, on <html>, so nothing
 * flips afterwards. Cached pages are the same for everyone, so the server cannot do this.
 */
export const firstPaint = `try{let d=document.documentElement.dataset,t=localStorage.getItem("${CHOICES.theme}");if(t==="light"||t==="dark")d.theme=t;if(localStorage.getItem("${REFRESH}"))d.signedIn="";if(localStorage.getItem("${ADMIN}"))d.admin="";if(localStorage.getItem("${REGULAR}"))d.regular=""}catch{};`;

/**
 * Runs inline: starts the scripts that `src/server/render/late-scripts.ts` holds back once the page is painted, so that they don't delay its
 * style sheet, fonts and pictures. Nothing paints in a hidden tab, where they start at once.
 */
export const startAfterPaint = `;{
const start=()=>{
if(document.readyState==="loading")return document.addEventListener("DOMContentLoaded",start);
for(const l of document.querySelectorAll("link[rel=later]"))l.rel="modulepreload";
for(const s of document.querySelectorAll("script[type=later]")){const n=document.createElement("script");n.type="module";n.text=s.text;s.replaceWith(n)}
},painted=self.PerformancePaintTiming;
if(painted)new PerformanceObserver(start).observe({type:"paint",buffered:true});
setTimeout(start,painted&&!document.hidden?5000:0)}`;
