import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const reasons = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.reasons
    throw error
  }
  return []
}

describe('the configuration', () => {
  it('needs nothing set', () => {
    expect(reasons({})).toEqual([])
    expect(readConfig({})).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', defaultPlan: 'free' })
    expect(Object.isFrozen(readConfig({}))).toBe(true)
  })

  it('takes an empty setting for one that is not there', () => {
    expect(readConfig({ PORT: '', ROLES: '', SECRET_KEY: '' })).toMatchObject({ port: 3000, secretKey: undefined })
  })

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '3000.5' }, 'PORT must be a whole number from 0 to 65535'],
    [{ THREADS: '0' }, 'THREADS must be a whole number from 1 to 64'],
    [{ TRUSTED_PROXIES: '-1' }, 'TRUSTED_PROXIES must be a whole number from 0 to 10'],
    [{ ROLES: 'web' }, 'ROLES must be one of api, worker, scheduler'],
    [{ ROLES: ',' }, 'ROLES must name at least one of api, worker, scheduler'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must be a postgres:// address'],
    [{ DEFAULT_PLAN: 'gold' }, 'DEFAULT_PLAN must be one of free, basic, premium, pro, ultimate'],
    [{ PUBLIC_URL: 'example.com' }, 'PUBLIC_URL must be an http:// or https:// address'],
    [{ YOUTUBE_URL: 'ftp://x' }, 'YOUTUBE_URL must be an http:// or https:// address'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, silent'],
    [{ VOICE: 'robot' }, 'VOICE must be one of rms, slt'],
    [{ DEMO: 'yes' }, 'DEMO must be one of on, off'],
    [{ SUPPORT_EMAIL: 'me' }, 'SUPPORT_EMAIL must be an e-mail address'],
    [{ ALLOWED_ORIGINS: '*' }, 'ALLOWED_ORIGINS must be origins such as https://app.example.com, separated by commas'],
    [
      { ALLOWED_ORIGINS: 'https://a.example/' },
      'ALLOWED_ORIGINS must be origins such as https://app.example.com, separated by commas',
    ],
    [{ YOUTUBE_CLIENTS: ',' }, 'YOUTUBE_CLIENTS must name at least one client'],
    [{ SECRET_KEY_FILE: '/none' }, 'SECRET_KEY_FILE names /none, which cannot be read'],
    [{ SECRET_KEY_FILE: '/' }, 'SECRET_KEY_FILE names /, which cannot be read'],
  ])('refuses %j', (env, reason) => {
    expect(reasons(env as unknown as Record<string, string>)).toEqual([reason])
  })

  it('names every wrong setting at once', () => {
    expect(reasons({ PORT: 'x', VOICE: 'y' })).toHaveLength(2)
    expect(() => readConfig({ PORT: 'x', VOICE: 'y' })).toThrow(
      /^The configuration is not usable:\n {2}- PORT .*\n {2}- VOICE /,
    )
  })

  it('refuses roles in several processes on the embedded database, or without a shared secret', () => {
    expect(reasons({ ROLES: 'api' })).toEqual([
      'ROLES splits the product over processes, which needs DATABASE_URL',
      'ROLES splits the product over processes, which needs the same SECRET_KEY in each',
    ])
    expect(reasons({ ROLES: 'api', DATABASE_URL: 'postgres://x/y', SECRET_KEY: 's'.repeat(32) })).toEqual([])
  })

  it('reads a setting from a file, and refuses two sources of one', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'recaps-config-')), 'secret')
    writeFileSync(file, `${'k'.repeat(40)}\n`)
    expect(readConfig({ SECRET_KEY_FILE: file }).secretKey).toBe('k'.repeat(40))
    expect(reasons({ SECRET_KEY_FILE: file, SECRET_KEY: 'k'.repeat(40) })).toEqual([
      'SECRET_KEY and SECRET_KEY_FILE are both set; keep one',
    ])
  })

  it('never repeats a secret in a refusal', () => {
    expect(reasons({ SECRET_KEY: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d' }).join()).not.toContain('hunter2')
  })
})
