import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { apiToolsSkipReason, findApiTools } from '../../../scripts/api-tools.ts'
import { contractRoutes } from '../src/http/api-document.ts'
import { extent } from './extent.ts'
import { silentSpeech } from './silent-speech.ts'
import { password, useServer } from './start-server.ts'
import { readableSummary } from './wait-for.ts'

const tools = findApiTools()
const thumbnails = { default: '', medium: '', high: '' }
const channel = { id: 'UCP073R0_x88lMRBc-i9Z1Qg', title: 'Plain Bench', description: '', thumbnails }

describe.skipIf(!tools)(`the API document${tools ? '' : ` (skipped: ${apiToolsSkipReason})`}`, async () => {
  if (!tools) return
  const test = await useServer({ ports: { speech: silentSpeech } })
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-api-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const document = path.join(folder, 'openapi.json')
  writeFileSync(document, await (await fetch(`${test.url}/api/openapi.json`)).text())

  /** Runs a Python program. Returns its exit code and output; does not throw if it fails. */
  const python = (...args: string[]) =>
    promisify(execFile)(tools.python, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, PYTHONPATH: tools.packages, HOME: folder, NO_COLOR: '1', COLUMNS: '120' },
      maxBuffer: 64 * 1024 * 1024,
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
    )

  it('generates a Python client from the API document that has every call and works with the server', async () => {
    const options = path.join(folder, 'client.json')
    writeFileSync(options, JSON.stringify({ post_hooks: [], project_name_override: 'recaps-client' }))
    const client = path.join(folder, 'recaps_client')
    const made = await python(
      ...['-m', 'openapi_python_client', 'generate', '--path', document, '--output-path', client],
      ...['--meta', 'none', '--config', options, '--fail-on-warning'],
    )
    expect([made.code, made.stdout + made.stderr]).toEqual([0, expect.not.stringMatching(/warning|skip/i)])

    const modules = globSync('api/*/*.py', { cwd: client }).filter(file => !file.endsWith('__init__.py'))
    expect(modules.length).toBe(contractRoutes().length)

    const script = path.join(import.meta.dirname, 'api-client.py')
    const email = `python-${Date.now()}@mail.example`
    const used = await python(script, folder, test.url, email, password, 'Sli7FA6EbqI')
    expect([used.code, used.stderr]).toEqual([0, ''])
    expect(JSON.parse(used.stdout)).toEqual({
      health: 'ok',
      plans: 5,
      refused: ['ErrorResponse', 'wrong_credentials'],
      email,
      plan: 'ultimate',
      schedules: [],
      popular: false,
      sections: true,
      listed: [true],
      segments: true,
      deleted: 204,
      gone: [true, 'not_found', true],
    })
  })

  /** They end the session, delete what other operations need, or never end. */
  const excluded = [
    'summariesDelete',
    'schedulesDelete',
    'authLogout',
    'accountDelete',
    'usersChangePassword',
    'usersEndSession',
    'summariesEvents',
    'summariesAsk',
  ]

  it('answers every request of schemathesis as the API document says, without a server error', async () => {
    const { token, client } = await test.newConfirmedUser()
    const { id: summary } = await readableSummary(client, 'Sli7FA6EbqI')
    const { id: schedule } = await client.schedules.create({ body: { channelList: [channel] } })
    const settings = path.join(folder, 'schemathesis.toml')
    const ids = Object.entries({ summaries: summary, schedules: schedule }).map(
      ([things, id]) =>
        `[[operations]]\ninclude-path-regex = '^/api/${things}/[{]id[}]'\nparameters = { id = ${id} }\n`,
    )
    // Features that are not configured on this server answer 503.
    const expected = 'expected-statuses = ["2xx", "3xx", "4xx", 503]'
    writeFileSync(settings, `[checks.not_a_server_error]\n${expected}\n${ids.join('')}`)
    const report = path.join(folder, 'report.ndjson')
    // The coverage phase tries every limit and method of every field: 3,000 requests in six minutes.
    const phases = extent(1, 0) ? 'examples,coverage,fuzzing' : 'examples,fuzzing'
    const checks = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
    const run = await python(
      ...['-m', 'schemathesis.cli', '--config-file', settings, 'run', document, '--url', test.url],
      ...['--header', `Authorization: Bearer ${token}`, '--checks', `${checks},unsupported_method,ignored_auth`],
      ...['--seed', '27', '--generation-database', 'none', '--phases', phases],
      // The API allows a user 600 calls a minute.
      ...[
        '--max-examples',
        '5',
        '--rate-limit',
        '9/s',
        '--request-timeout',
        '60',
        '--max-redirects',
        '0',
        '--continue-on-failure',
        '--no-shrink',
      ],
      ...excluded.flatMap(id => ['--exclude-operation-id', id]),
      ...['--report', 'ndjson', '--report-ndjson-path', report],
    )
    const testedCount = contractRoutes().length - excluded.length
    expect([run.code, run.stdout.slice(-20_000)]).toEqual([0, expect.stringContaining(`✅ ${testedCount} passed`)])
    // The session still works, so the calls above were made by a signed-in user.
    expect((await client.users.profile()).emailVerified).toBe(true)
  })
})
