/** The page that EU visitors get until they have answered the cookie consent. */
export const consentPage = `<!DOCTYPE html><html lang="en" dir="ltr"><head><title>Before you continue to YouTube</title></head>
<body><div class="box"><h1>Before you continue to YouTube</h1>
<form action="https://consent.youtube.com/save" method="POST"><input type="hidden" name="bl" value="boq_identityfrontenduiserver">
<input type="submit" value="Reject all"><input type="submit" value="Accept all"></form></div></body></html>`

/** Google's 404 page. */
export const notFoundPage = `<!DOCTYPE html>
<html lang=en><meta charset=utf-8><title>Error 404 (Not Found)!!1</title>
<p><b>404.</b> <ins>That’s an error.</ins><p>The requested URL was not found on this server.</html>`

/** Google's page for addresses with too many requests. */
export const captchaPage = `<!DOCTYPE html><html><head><title>YouTube</title>
<script src="https://www.google.com/recaptcha/api.js" async defer></script></head>
<body><div id="captcha-page"><p>Our systems have detected unusual traffic from your computer network.</p>
<form id="captcha-form" action="/das_captcha" method="POST"><div class="g-recaptcha"></div></form></div></body></html>`
