/** The default logo as a favicon. */
export const svgIcon = (accent: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{fill:#1b1f24}.d{fill:${accent}}@media(prefers-color-scheme:dark){path{fill:#eef0f2}}</style><path d="M5 29V15a11 11 0 0 1 22 0v14h-5V15a6 6 0 0 0-12 0v14z"/><path class="d" d="M13 29V15a3 3 0 0 1 3-3v17z"/></svg>`
