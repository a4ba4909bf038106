import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

// The GitHub workflows, as far as they can be checked without GitHub: what they name exists, no job may do more than it must,
// and nothing is published before the tests have passed.

interface Step {
  uses?: string
  run?: string
  with?: Record<string, unknown>
}
interface Job {
  needs?: string
  if?: string
  uses?: string
  permissions?: Record<string, string>
  steps?: Step[]
}
interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, Job>
}

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { packageManager, scripts } = JSON.parse(read('package.json'))
const folder = '.github/workflows'
const workflows = readdirSync(join(root, folder)).map(
  (name) => [name, parse(read(`${folder}/${name}`)) as Workflow] as const,
)
const jobsOf = (workflow: Workflow) => Object.entries(workflow.jobs)
const stepsOf = (workflow: Workflow) => jobsOf(workflow).flatMap(([, { steps = [] }]) => steps)
const release = parse(read(`${folder}/release.yml`)) as Workflow

describe.each(workflows)('%s', (name, workflow) => {
  test('pins every action by its commit, and says which version that is', () => {
    const lines = read(`${folder}/${name}`).match(/^.*\buses: .*$/gm) ?? []
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines)
      expect(line).toMatch(/uses: (\.\/\.github\/workflows\/\w+\.yml|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/)
    const versions = new Map<string, string>()
    for (const [, action = '', pin = ''] of lines.join('\n').matchAll(/uses: ([\w-]+\/[\w-]+)\S*@(.*)/g)) {
      expect(versions.get(action) ?? pin, `${action} has one version`).toBe(pin)
      versions.set(action, pin)
    }
  })

  test('runs scripts and files that exist, with the pinned pnpm', () => {
    const commands = stepsOf(workflow).flatMap(({ run, with: given }) =>
      [run, given?.script].filter(Boolean).map(String),
    )
    for (const command of commands) {
      for (const [, script = ''] of command.matchAll(/\bnpm run ([\w:-]+)/g))
        expect(scripts, command).toHaveProperty([script])
      expect(command).not.toMatch(/\bpnpm (?!install\b)/)
      for (const [path] of command.matchAll(/(?<![\w/.])(\.ci|deploy|scripts|apps)\/[\w./-]+/g))
        expect(existsSync(join(root, path)), path).toBe(true)
      for (const [pin] of command.matchAll(/pnpm@[\d.]+/g)) expect(pin).toBe(packageManager)
    }
  })

  test('writes no expression into a script, where its value would be code, and leaves no token in a checkout', () => {
    for (const { run, uses, with: given } of stepsOf(workflow)) {
      expect(run ?? '').not.toContain('${{')
      if (uses?.startsWith('actions/checkout@')) expect(given?.['persist-credentials']).toBe(false)
    }
  })
})

test('each job of the release may do what it must and nothing else', () => {
  expect(release.permissions).toEqual({})
  expect(Object.fromEntries(jobsOf(release).map(([name, { permissions }]) => [name, permissions]))).toEqual({
    test: { contents: 'read' },
    plan: { contents: 'read' },
    version: { contents: 'write', 'pull-requests': 'write' },
    pack: { contents: 'read' },
    publish: { contents: 'write', 'id-token': 'write' },
    image: { contents: 'read', packages: 'write', 'id-token': 'write', attestations: 'write' },
  })
  for (const [name, workflow] of workflows)
    if (name !== 'release.yml') expect(workflow.permissions).toEqual({ contents: 'read' })
})

test('tests come before everything, and the job that publishes builds nothing', () => {
  const needs = Object.fromEntries(jobsOf(release).map(([name, job]) => [name, job.needs]))
  expect(needs).toEqual({
    test: undefined,
    plan: 'test',
    version: 'plan',
    pack: 'plan',
    publish: 'pack',
    image: 'publish',
  })
  expect(release.jobs.test?.uses).toBe('./.github/workflows/ci.yml')
  expect(parse(read(`${folder}/ci.yml`)).on).toHaveProperty('workflow_call')
  const run = release.jobs.publish?.steps?.flatMap((step) => step.run ?? []).join('\n')
  expect(run).toContain('pnpm install --frozen-lockfile --ignore-scripts')
  expect(run).not.toMatch(/pnpm (?!install|@)/)
  for (const secret of read(`${folder}/release.yml`).matchAll(/secrets\.\w+/g))
    expect(secret[0]).toBe('no secret at all')
})

test('the image says what it is, where it comes from, and which version and commit it has', () => {
  const { tags, labels } = Object.assign({}, ...stepsOf(release).map((step) => step.with)) as Record<string, string>
  const named = tags?.split(',').map((tag) => /^ghcr\.io\/\$\{\{ github\.repository \}\}:(.*)$/.exec(tag)?.[1])
  expect(named).toEqual([expect.stringContaining('steps.version.outputs.version'), 'latest'])
  const given = [...`${read('Dockerfile')}\n${labels}`.matchAll(/org\.opencontainers\.image\.(\w+)=/g)]
  const names = ['title', 'description', 'licenses', 'source', 'documentation', 'version', 'revision']
  expect(given.map(([, name]) => name)).toEqual(names)
})

test('the first release is at most ten steps, each with something to do that exists and something to check', () => {
  const [, section = ''] = /## The first release\n\n([\s\S]*?)(?=\n## |$)/.exec(read('CONTRIBUTING.md')) ?? []
  const steps = section.split(/^\d+\. /m).slice(1)
  expect(steps.length).toBeLessThanOrEqual(10)
  for (const step of steps) {
    const [todo = '', check = ''] = step.split(/Check:\s/)
    expect(todo, step).toMatch(/^`\w+ |https:\/\/|^Close and reopen/)
    expect(check, step).not.toBe('')
  }
  const commands = [...section.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' '))
  for (const command of commands) {
    const [, script] = /^npm run ([\w:]+)/.exec(command) ?? []
    if (script) expect(scripts, command).toHaveProperty([script])
    else if (command.startsWith('npm ')) {
      const { stdout } = spawnSync('npm', [...command.split(' ').slice(1, 3), '--help'], { encoding: 'utf8' })
      expect(stdout, command).toMatch(new RegExp(`npm ${command.split(' ')[1]}\\b`))
    }
  }
  expect(commands.filter((command) => /^(npm|gh|git) /.test(command)).length).toBeGreaterThan(12)
  // What they name is what the workflow and the packages have.
  const { environment } = parse(read(`${folder}/release.yml`)).jobs.publish
  expect(section).toContain(`Create the environment \`${environment}\``)
  for (const [, named] of section.matchAll(/\b(vestibule-id\/vestibule)\b/g))
    expect(read(`${folder}/release.yml`)).toContain(`github.repository == '${named}'`)
})

test('the long tests run every night', () => {
  const nightly = parse(read(`${folder}/nightly.yml`))
  expect(nightly.on.schedule).toEqual([{ cron: expect.any(String) }])
  expect(jobsOf(nightly).flatMap(([, { steps }]) => steps?.flatMap(({ run }) => run ?? []))).toEqual([
    'npm run test:all',
  ])
})

test('the repository has one name everywhere: npm refuses provenance for another', () => {
  const repository = /github\.repository == '([^']+)'/.exec(read(`${folder}/release.yml`))?.[1]
  expect(repository).toMatch(/^[\w-]+\/\w+$/)
  for (const name of readdirSync(join(root, 'packages')))
    expect(JSON.parse(read(`packages/${name}/package.json`)).repository).toMatchObject({
      url: `git+https://github.com/${repository}.git`,
      directory: `packages/${name}`,
    })
  for (const path of ['docs/deployment.md', 'deploy/helm/vestibule/values.yaml', 'deploy/systemd/vestibule.service'])
    for (const [, named] of read(path).matchAll(/(?:github\.com|ghcr\.io)\/([\w-]+\/vestibule)\b/g))
      expect(named, path).toBe(repository)
})
