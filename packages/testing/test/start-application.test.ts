import { expect, test } from 'vitest'
import { freePort, startApplication } from '../src/index.ts'

const server = (port: number) =>
  `node -e "require('node:http').createServer((q, r) => r.end(process.env.NODE_ENV + process.env.GREETING)).listen(${port}, '127.0.0.1')"`

test('an application is started with its variables, and ends with everything that it started', async () => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  // A shell that starts the server, as `npm start` does.
  const application = await startApplication(`${server(port)} & echo started; wait`, {
    url,
    env: { GREETING: 'hello' },
  })
  expect(await (await fetch(url)).text()).toBe('undefinedhello')
  expect(application.output()).toBe('started\n')
  await expect(startApplication(server(port), { url })).rejects.toThrow(`Something else answers at ${url}`)
  await application.close()
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'answers',
        () => 'gone',
      ),
    )
    .toBe('gone')
  await application.close()
})

test('one that ends or does not answer says what it printed', async () => {
  const url = `http://localhost:${await freePort()}`
  await expect(startApplication('echo no database; exit 3', { url })).rejects.toThrow(/ended with 3:\nno database/)
  await expect(startApplication('echo waiting; sleep 600', { url, timeout: 300 })).rejects.toThrow(
    /does not answer at http:\/\/localhost:\d+:\nwaiting/,
  )
})
