import type { CatalogueVideo } from '../source.ts'
import { escapeHtml } from './escape.ts'

/**
 * A player that shows the thumbnail and a running clock, with the messages of YouTube's iframe player
 * (developers.google.com/youtube/iframe_api_reference): it receives `listening` and `command` (playVideo, pauseVideo, stopVideo,
 * seekTo, setPlaybackRate) and sends `onReady`, `initialDelivery`, `infoDelivery`, `onStateChange` and `onPlaybackRateChange`.
 */
export const embedPage = ({ videoId, title, durationSeconds }: CatalogueVideo): string => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>
html,body{margin:0;height:100%;background:#000;color:#fff;font:14px system-ui}
button{all:unset;cursor:pointer;position:absolute;inset:0;background:url(/vi/${videoId}/hqdefault.jpg) center/cover}
button:focus-visible{outline:3px solid #fff;outline-offset:-6px}
output{position:absolute;left:12px;bottom:10px;padding:3px 8px;border-radius:4px;background:#000b;font-variant-numeric:tabular-nums}
</style></head>
<body><button type="button" aria-label="Play"></button><output></output>
<script>
const duration = ${Math.max(0, durationSeconds)}, videoId = ${JSON.stringify(videoId)}
const query = new URLSearchParams(location.search)
const UNSTARTED = -1, ENDED = 0, PLAYING = 1, PAUSED = 2
let state = UNSTARTED, at = Number(query.get('start') ?? 0), rate = 1, since = 0, isListening = false, id
const clock = s => [s / 3600, s / 60 % 60, s % 60].map(Math.floor).map(n => String(n).padStart(2, '0')).join(':')
const now = () => Math.min(duration || Infinity, state === PLAYING ? at + (performance.now() - since) / 1000 * rate : at)
const info = () => ({ currentTime: now(), duration, playerState: state, playbackRate: rate, volume: 100, muted: false,
  videoData: { video_id: videoId, title: document.title }, videoLoadedFraction: 1, currentTimeLastUpdated_: Date.now() / 1000 })
const send = (event, value) => isListening && parent.postMessage(JSON.stringify({ event, info: value, id, channel: 'widget' }), '*')
const show = () => {
  document.querySelector('output').textContent = clock(now()) + ' / ' + clock(duration)
  document.querySelector('button').ariaLabel = state === PLAYING ? 'Pause' : 'Play'
}
const changeState = next => { at = now(); since = performance.now(); if (next === state) return; state = next; send('onStateChange', state); send('infoDelivery', info()); show() }
const commands = {
  playVideo: () => { if (state === ENDED) at = 0; changeState(PLAYING) },
  pauseVideo: () => changeState(PAUSED),
  stopVideo: () => changeState(UNSTARTED),
  seekTo: seconds => { at = Math.max(0, Number(seconds) || 0); since = performance.now(); send('infoDelivery', info()); show() },
  setPlaybackRate: next => { at = now(); since = performance.now(); rate = Number(next) || 1; send('onPlaybackRateChange', rate); send('infoDelivery', info()) },
}
addEventListener('message', ({ data }) => {
  let message
  try { message = typeof data === 'string' ? JSON.parse(data) : data } catch { return }
  if (message?.event === 'listening') {
    isListening = true; id = message.id
    send('initialDelivery', info()); send('onReady', null); send('infoDelivery', info())
  } else if (message?.event === 'command' && Object.hasOwn(commands, message.func)) {
    commands[message.func](...(Array.isArray(message.args) ? message.args : []))
  }
})
document.querySelector('button').onclick = () => state === PLAYING ? commands.pauseVideo() : commands.playVideo()
setInterval(() => {
  if (state !== PLAYING) return
  if (duration > 0 && now() >= duration) { at = duration; state = PAUSED; changeState(ENDED) } else send('infoDelivery', info())
  show()
}, 250)
show()
if (query.get('autoplay') === '1') commands.playVideo()
</script></body></html>`
