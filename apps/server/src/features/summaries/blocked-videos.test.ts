import { describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { readableSummary, refusal, untilState, youtube } from '../../../test/wait-for.ts'

const sentence = 'The creator of this video asked us not to summarize it.'

describe('blocked videos and channels', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const { db } = test.server.services.database
  const block = (kind: 'video' | 'channel', subject: string) =>
    db.insertInto('blocks').values({ kind, subject }).execute()
  const used = async (client: Awaited<ReturnType<typeof test.newUser>>['client']) =>
    (await client.summaries.list()).month.used

  it('rejects new summaries and flags the preview of a blocked video, but keeps existing summaries', async () => {
    const [before, after] = [await test.newUser(), await test.newUser()]
    const { id } = await readableSummary(before.client, talks[0]!)
    await block('video', talks[0]!)
    expect(await refusal(after.client.summaries.request({ body: { urlOrId: talks[0]!, type: youtube } }))).toEqual({
      status: 422,
      code: 'blocked',
      error: sentence,
    })
    expect(await used(after.client)).toBe(0)
    expect(await after.client.summaries.preview({ body: { urlOrId: talks[0]! } })).toMatchObject({
      code: 'blocked',
      error: sentence,
    })
    expect((await before.client.summaries.detail({ params: { id } })).summary).toContain('.')
  })

  it('fails a summary, free of charge, once its video turns out to be from a blocked channel', async () => {
    const { client } = await test.newUser()
    const { videoInfo } = await client.summaries.preview({ body: { urlOrId: talks[1]! } })
    await block('channel', videoInfo.channelId!)
    // Make the video unknown again, so that its channel is not known on request.
    await db.deleteFrom('videos').where('video_id', '=', talks[1]!).execute()
    const { id } = await client.summaries.request({ body: { urlOrId: talks[1]!, type: youtube } })
    expect(await untilState(client, id, 'failed')).toMatchObject({ code: 'blocked', error: sentence })
    expect(await used(client)).toBe(0)
    expect(await refusal(client.summaries.retry({ params: { id } }))).toMatchObject({ status: 422, code: 'blocked' })
  })
})
