import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

/** A browser of this machine that speaks the DevTools protocol. Null if there is none: nothing is downloaded. */
export function findHeadlessBrowser(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = programs.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...found, ...applications].find((path) => existsSync(path)) ?? null
}

/** Opens an address in the person's own browser. */
export function openDefaultBrowser(url: string): void {
  const [program, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : ['xdg-open', [url]]
  // Without such a program, the printed address has to do.
  spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
