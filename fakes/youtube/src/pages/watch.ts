import type { CatalogueVideo } from '../source.ts'
import { escapeHtml, escapeScriptJson } from './escape.ts'

/** The page of a video, with the player answer in it and the embedded fake player, as a target for links. */
export const watchPage = ({ videoId, title, channel, playerAnswer }: CatalogueVideo): string => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} - YouTube</title>
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:image" content="https://i.ytimg.com/vi/${videoId}/hqdefault.jpg"></head>
<body style="margin:0;font:16px/1.5 system-ui;background:#0f0f0f;color:#f1f1f1">
<script>var ytInitialPlayerResponse = ${escapeScriptJson(playerAnswer)};</script>
<iframe src="/embed/${videoId}" title="Player" style="width:100%;aspect-ratio:16/9;max-height:80vh;border:0"></iframe>
<h1 style="font-size:20px;margin:16px">${escapeHtml(title)}</h1><p style="margin:16px">${escapeHtml(channel)}</p>
</body></html>`
