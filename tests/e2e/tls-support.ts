import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest, type RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate for loopback that nobody signed, and its name for `--ignore-certificate-errors-spki-list`. */
export function selfSignedCertificate(): { key: string; cert: string; spki: string } {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-tls-'))
  const file = (name: string) => join(folder, name)
  const made = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
  ]
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...made, ...names, '-keyout', file('key'), '-out', file('cert')], {
    stdio: 'ignore',
  })
  const [key, cert] = [readFileSync(file('key'), 'utf8'), readFileSync(file('cert'), 'utf8')]
  rmSync(folder, { recursive: true, force: true })
  const der = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return { key, cert, spki: createHash('sha256').update(der).digest('base64') }
}

/** A TLS listener on loopback. What it answers may be known later than its port. */
export async function listenWithTls(
  { key, cert }: { key: string; cert: string },
  answer: RequestListener,
): Promise<{ port: number; close(): Promise<void> }> {
  const server: Server = createServer({ key, cert }, answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** A proxy that leaves everything as it is, in front of a server without TLS. */
export const proxyTo =
  (address: string): RequestListener =>
  (request, response) => {
    const { method, headers, url: path } = request
    const passed = httpRequest(new URL(path ?? '/', address), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    passed.on('error', () => response.writeHead(502).end())
    request.pipe(passed)
  }
