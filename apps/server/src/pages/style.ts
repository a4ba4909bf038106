import { type Accent, type Accents, paper } from '../config/color.ts'

const variables = ({ fill, text, edge }: Accent): string => `--accent:${fill};--on-accent:${text};--edge:${edge}`

/** The one stylesheet. What depends on the operator's colour is computed, so that every text on it can be read. */
export const style = ({ light, dark }: Accents): string => `
:root{color-scheme:light dark;${variables(light)};--ink:#1b1f24;--quiet:#57606a;--paper:${paper.light};--ground:#f3f4f2;--line:#d0d5d9;--field:#8a939b;--wrong:#b3261e;--radius:10px}
@media (prefers-color-scheme:dark){:root{${variables(dark)};--ink:#eef0f2;--quiet:#a8b1ba;--paper:${paper.dark};--ground:#121517;--line:#353b41;--field:#7d868e;--wrong:#ff9a92}}
*{box-sizing:border-box}
html{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink)}
.page{min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:24px 16px}
.brand{display:flex;align-items:center;gap:10px;font-weight:650;font-size:1.125rem;letter-spacing:-.01em;margin:4vh 0 20px}
.brand img{max-height:32px;max-width:200px}
.mark{fill:var(--ink)}.mark .door{fill:var(--accent)}
.card{width:100%;max-width:440px;background:var(--paper);border:1px solid var(--line);border-radius:16px;padding:28px 24px;box-shadow:0 1px 2px rgb(0 0 0/.04),0 12px 32px -16px rgb(0 0 0/.18)}
@media (min-width:480px){.card{padding:36px 36px 32px}}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.02em;margin:0 0 10px;overflow-wrap:anywhere;text-wrap:balance}
p{margin:0 0 16px;overflow-wrap:anywhere}
.application{display:flex;align-items:center;gap:12px;color:var(--quiet);margin:0 0 18px}
.application img,.initial{width:40px;height:40px;border-radius:10px;object-fit:contain;flex:none}
.initial{display:grid;place-items:center;background:var(--ground);border:1px solid var(--line);color:var(--ink);font-weight:650}
form{margin:0;display:grid;gap:12px}
.field{display:grid;gap:6px;margin-bottom:4px}
label,legend{font-weight:600;padding:0}
input:not([type=radio]):not([type=checkbox]):not([type=hidden]){font:inherit;width:100%;min-height:48px;padding:10px 14px;color:inherit;background:var(--paper);border:1px solid var(--field);border-radius:var(--radius)}
input.code{font:600 1.5rem/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.35em;text-align:center;font-variant-numeric:tabular-nums}
input.code,input[type=email],.shown-code{direction:ltr}
input[aria-invalid=true]{border-color:var(--wrong)!important}
button{font:inherit;font-weight:600;min-height:48px;padding:10px 18px;border-radius:var(--radius);cursor:pointer;width:100%}
button.primary{background:var(--accent);color:var(--on-accent);border:1px solid var(--edge)}
button.primary:hover{filter:brightness(1.08)}
button.secondary{background:transparent;color:var(--ink);border:1px solid var(--field)}
button.secondary:hover{background:var(--ground)}
button:disabled{opacity:.55;cursor:default}
a{color:inherit;text-underline-offset:3px}
:focus-visible{outline:3px solid var(--edge);outline-offset:2px}
.problem{color:var(--wrong);margin:0;font-weight:550}
.hint,.quiet{color:var(--quiet);font-weight:400;font-size:.9375rem}
.quiet{margin-top:14px}
.actions{display:grid;gap:14px;margin-top:18px;justify-items:center;text-align:center}
.actions form{width:100%}
fieldset{border:0;padding:0;margin:0;display:grid;gap:8px;min-width:0}
legend{margin-bottom:8px}
.choice{display:flex;gap:12px;align-items:flex-start;padding:13px 14px;border:1px solid var(--line);border-radius:var(--radius);font-weight:500;cursor:pointer;overflow-wrap:anywhere}
.choice:has(input:checked){border-color:var(--edge);box-shadow:inset 0 0 0 1px var(--edge)}
.choice input{width:20px;height:20px;margin:2px 0 0;accent-color:var(--edge);flex:none}
.or{display:flex;align-items:center;gap:12px;color:var(--quiet);margin:20px 0}
.or::before,.or::after{content:"";height:1px;background:var(--line);flex:1}
.shown-code{font:650 2.5rem/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.15em;text-align:center;padding:18px 0;background:var(--ground);border-radius:var(--radius)}
.scopes{margin:0 0 16px;padding-inline-start:22px;display:grid;gap:6px}
.details{margin:20px 0 0;padding-top:16px;border-top:1px solid var(--line);font-size:.875rem;color:var(--quiet)}
.details dd{margin:2px 0 12px;overflow-wrap:anywhere}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.95em}
footer{display:flex;flex-wrap:wrap;gap:8px 20px;justify-content:center;margin-top:22px;font-size:.875rem;color:var(--quiet)}
.card.wide{max-width:760px}
[hidden]{display:none!important}
form.passkey{margin-top:14px}form.below{margin-top:12px}
.field+.field,.row-form{margin-top:0}
nav.tabs{width:100%;max-width:760px;margin:0 0 14px;overflow-x:auto}
nav.tabs ul{display:flex;flex-wrap:wrap;gap:4px;list-style:none;margin:0;padding:2px}
nav.tabs a{display:block;padding:8px 11px;border-radius:999px;text-decoration:none;border:1px solid transparent;font-weight:550;font-size:.875rem}
nav.tabs a:hover{background:var(--paper)}
nav.tabs a[aria-current]{background:var(--paper);border-color:var(--line)}
.done{margin:0 0 16px;padding:10px 14px;border-radius:var(--radius);background:var(--ground);border:1px solid var(--line);font-weight:550}
.rows{list-style:none;margin:0 0 20px;padding:0;display:grid}
.rows>li{display:flex;flex-wrap:wrap;gap:10px 16px;align-items:center;justify-content:space-between;padding:14px 0;border-bottom:1px solid var(--line)}
.rows>li>div:first-child{flex:1 1 260px;min-width:0;overflow-wrap:anywhere}
.rows p{margin:2px 0 0}
.rows form{display:flex;gap:8px;align-items:center}
.rows form input{flex:1 1 140px;min-width:0;min-height:44px}
.rows>li:last-child{border-bottom:0}
.rows button,button.small{white-space:nowrap;width:auto;min-height:44px;padding:8px 14px;font-size:.9375rem}
.tag{display:inline-block;padding:1px 9px;border-radius:999px;border:1px solid var(--line);font-size:.8125rem;font-weight:550;color:var(--quiet)}
.grid{display:grid;gap:12px 16px;align-items:end}@media (min-width:640px){.grid{grid-template-columns:1fr 1fr}}
h2{font-size:1.125rem;margin:28px 0 8px;letter-spacing:-.01em}
select,textarea{font:inherit;width:100%;min-height:48px;padding:10px 14px;color:inherit;background:var(--paper);border:1px solid var(--field);border-radius:var(--radius)}
details>summary{cursor:pointer;padding:10px 0;font-weight:600}
.confirm>summary{display:inline-flex;align-items:center;min-height:44px;padding:8px 14px;border:1px solid var(--line);border-radius:var(--radius);font-size:.9375rem}
.confirm[open]{flex:1 1 100%}
.confirm form{flex-wrap:wrap;margin:10px 0 0}
.confirm .hint{flex:1 1 260px;margin:0}
button.danger{background:transparent;color:var(--wrong);border:1px solid var(--wrong)}
.invisible{position:absolute;width:0;height:0;border:0;visibility:hidden}
.prose{overflow-wrap:anywhere}.prose h1,.prose h2,.prose h3{font-size:1.125rem;margin:20px 0 8px}
@media (prefers-reduced-motion:no-preference){button{transition:filter .12s,background .12s}}
`
