import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DevTools } from './devtools.ts'

interface Cookie {
  name: string
  value: string
  path: string
}

/** Takes a picture of a page, opened with these cookies. Returns its path: outside of the project, which stays clean. */
export async function takePicture(program: string, url: string, cookies: readonly Cookie[]): Promise<string> {
  const browser = new DevTools(program)
  try {
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
    const send = (method: string, params: object = {}) => browser.send(method, params, String(sessionId))
    await send('Page.enable')
    await send('Network.enable')
    await send('Network.setCookies', {
      cookies: cookies.map(({ name, value, path }) => ({
        name,
        value,
        path,
        url: new URL(url).origin,
        httpOnly: true,
      })),
    })
    const loaded = browser.event('Page.loadEventFired', String(sessionId))
    await send('Page.navigate', { url })
    await loaded
    const { data } = await send('Page.captureScreenshot', { format: 'png' })
    const path = join(mkdtempSync(join(tmpdir(), 'vestibule-signed-in-')), 'signed-in.png')
    writeFileSync(path, Buffer.from(String(data), 'base64'))
    return path
  } finally {
    await browser.close()
  }
}
