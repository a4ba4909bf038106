import { execFileSync } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface DocumentHosts {
  /** DNS_RESOLVER. */
  resolver: string
  /** The port of every host. */
  port: number
  /** What was asked for, as `host/path`. */
  readonly seen: string[]
  /** Serves JSON at `https://host:port/path`: a value, or what a function makes of the URL. Returns the URL. */
  serve(host: string, path: string, document: object | ((url: string) => object)): string
  /** The same for whatever a function answers. */
  answer(host: string, path: string, answer: Answer): string
  /** What a name leads to. Default: 127.0.0.1. An empty list: there is no such name. */
  names: Map<string, string[]>
  close(): Promise<void>
}

const openssl = (folder: string, ...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })

/** A certificate for these names, of a CA that this process trusts from now on. */
function certify(folder: string, names: readonly string[]): { key: string; cert: string; trusted: readonly string[] } {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  openssl(folder, 'req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Test CA')
  openssl(folder, 'req', ...key.slice(0, 4), '-keyout', 'key.pem', '-out', 'host.csr', '-subj', '/CN=host', '-nodes')
  writeFileSync(join(folder, 'names'), `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}\n`)
  const ca = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial']
  openssl(folder, 'x509', '-req', '-in', 'host.csr', ...ca, '-days', '2', '-extfile', 'names', '-out', 'cert.pem')
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, read('ca.pem')])
  return { key: read('key.pem'), cert: read('cert.pem'), trusted }
}

/** The answer of a DNS server that knows A records (RFC 1035 section 4). */
function dnsAnswer(query: Buffer, addressesOf: (name: string) => string[]): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  const question = query.subarray(12, at + 5)
  const isA = query.readUInt16BE(at + 1) === 1
  const addresses = addressesOf(labels.join('.').toLowerCase())
  const records = isA ? addresses : []
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(addresses.length > 0 ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(records.length, 6)
  head.writeUInt32BE(0, 8)
  const answers = records.map((address) =>
    Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([head, question, ...answers])
}

/**
 * Hosts of client metadata documents: one server on loopback with a certificate of a CA of its own, whose names are found
 * by a DNS server of its own.
 */
export async function openDocumentHosts(names: readonly string[]): Promise<DocumentHosts> {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-documents-'))
  const { trusted, ...certificate } = certify(folder, names)
  const answers = new Map<string, Answer>()
  const seen: string[] = []
  const server: Server = createServer(certificate, (request, response) => {
    const place = `${request.headers.host?.replace(/:\d+$/, '')}${request.url}`
    seen.push(place)
    const answer = answers.get(place)
    if (answer) answer(request, response)
    else response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const addresses = new Map<string, string[]>()
  const dns: Socket = createSocket('udp4')
  dns.on('message', (query, from) =>
    dns.send(
      dnsAnswer(query, (name) => addresses.get(name) ?? (names.includes(name) ? ['127.0.0.1'] : [])),
      from.port,
      from.address,
    ),
  )
  await new Promise<void>((resolve) => dns.bind(0, '127.0.0.1', resolve))
  const answerAt = (host: string, path: string, answer: Answer): string => {
    answers.set(`${host}${path}`, answer)
    return `https://${host}:${port}${path}`
  }
  return {
    resolver: `127.0.0.1:${dns.address().port}`,
    port,
    seen,
    names: addresses,
    serve(host, path, document) {
      const value = typeof document === 'function' ? document(`https://${host}:${port}${path}`) : document
      return answerAt(host, path, (_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
      })
    },
    answer: answerAt,
    async close() {
      setDefaultCACertificates([...trusted])
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      dns.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
