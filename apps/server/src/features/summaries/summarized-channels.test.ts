import { describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { useServer, usualDatabases } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { readableSummary } from '../../../test/wait-for.ts'

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`summarized channels, ${name}`, async () => {
    const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!

    it('lists the channels of live summaries, most summaries first, with their newest name', async () => {
      const { client } = await test.newUser()
      const { db } = test.server.services.database
      const channels = ['UCtwo', 'UCtwo', 'UCone', null, 'UCgone']
      const ids: number[] = []
      for (const [at, channelId] of channels.entries()) {
        const { id, videoInfo } = await readableSummary(client, talks[at]!)
        ids.push(id)
        await db
          .updateTable('videos')
          .set({ channel: `Name ${at}`, channel_id: channelId })
          .where('video_id', '=', videoInfo.videoId)
          .execute()
      }
      await client.summaries.delete({ params: { id: ids[4]! } })
      expect((await client.summaries.channels()).data).toEqual([
        { channelId: 'UCtwo', channel: 'Name 1', count: 2 },
        { channelId: 'UCone', channel: 'Name 2', count: 1 },
      ])
      expect((await (await test.newUser()).client.summaries.channels()).data).toEqual([])
    })
  })
}
