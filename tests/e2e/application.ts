import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A relying party that a browser can be sent back to. It looks at nothing: the test redeems the code. */
export interface Application {
  url: string
  redirectUri: string
  close(): void
}

export async function openApplication(): Promise<Application> {
  const page = '<!doctype html><html lang="en"><title>Application</title><link rel="icon" href="data:,"><h1>Back</h1>'
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    redirectUri: `${url}/cb`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
