// The least that Node.js can do: node:http sends, for each path that is asked for, the headers and the body that another
// server sent at the start.
import { createServer } from 'node:http'

const load = async (path) => {
  const answer = await fetch(process.env.SAME_AS + path)
  const body = Buffer.from(await answer.arrayBuffer())
  const own = ['connection', 'keep-alive', 'date', 'transfer-encoding']
  const headers = [...answer.headers].filter(([name]) => !own.includes(name))
  return { headers: Object.fromEntries([...headers, ['content-length', body.length]]), body }
}
const answers = Object.fromEntries(
  await Promise.all(['/.well-known/openid-configuration', '/jwks'].map(async (path) => [path, await load(path)])),
)

createServer((request, response) => {
  const { headers, body } = answers[request.url]
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
