// Shows what the server sends, and posts what is done.
'use strict'
const root = document.documentElement
const all = (s, e = root) => [...e.querySelectorAll(s)]
const $ = id => document.getElementById(id)
const say = (id, text) => $(id).textContent = text
const base = new URL('./', location).href
const typed = new Set()
// Nobody else knows this name of the page.
const page = all('[name=":page"]')[0]?.value
let stream, timer, posted, acts, { focus, interface: run } = $('face').dataset, shown = Promise.resolve()

// Makes an element like another; what was typed since the last post stays.
const morph = (e, wanted, ids) => {
  if (wanted.hasAttribute('same')) return
  const { defaultValue, defaultChecked } = e
  for (const a of [...e.attributes]) if (!wanted.hasAttribute(a.name)) e.removeAttribute(a.name)
  for (const a of wanted.attributes) e.setAttribute(a.name, a.value)
  let last
  const next = () => last ? last.nextSibling : e.firstChild
  for (const child of wanted.childNodes) {
    let found = child.id ? ids.get(child.id) : next()
    if (found?.nodeName !== child.nodeName || found.id && !child.id) found = child.cloneNode()
    if (found !== next()) e.insertBefore(found, next())
    if (child.attributes) morph(found, child, ids)
    else if (found.data !== child.data) found.data = child.data
    last = found
  }
  while (next()) next().remove()
  if (typed.has(e)) return
  if (e.defaultValue !== defaultValue) e.value = e.defaultValue
  if (e.defaultChecked !== defaultChecked) e.checked = e.defaultChecked
}

const patch = (content, wanted) => {
  const active = document.activeElement, { selectionStart: from, selectionEnd: to } = active
  if (wanted && wanted.dataset.epoch !== $('face').dataset.epoch) {
    // Another run of the server gets the entries.
    post(all('form').pop())
    $('face').replaceWith(wanted)
  } else {
    const ids = new Map(all('[id]').map(e => [e.id, e]))
    for (const e of content.children) if (ids.has(e.id)) morph(ids.get(e.id), e, ids)
  }
  const { dataset, lang, dir } = $('face')
  document.title = dataset.title
  Object.assign(root, { lang, dir })
  trace()
  const auto = all('#face [autofocus]')[0], isLost = !active.isConnected || active.closest('[inert]')
  // The focus of another window stays, unless its element has gone.
  if (auto && focus !== dataset.focus && (acts || isLost || active === document.body)) {
    acts = false
    auto.focus()
    // A mistake is told again where the focus has been before.
    if (auto === active) for (const e of all(`#${auto.id}e`)) e.textContent += ''
  } else if (isLost) {
    const title = all('h1,[role=dialog] h2').pop() ?? root
    title.tabIndex = -1
    title.focus()
  } else if (document.activeElement !== active) {
    active.focus({ preventScroll: true })
    if (from != null) active.setSelectionRange(from, to)
  }
  focus = dataset.focus
}

// Shows markup, with a transition where another interface comes.
const show = html => {
  const { content } = Object.assign(document.createElement('template'), { innerHTML: html })
  const wanted = all('#face', content)[0], { style, times } = wanted?.dataset ?? {}
  const update = () => patch(content, wanted)
  if (!document.startViewTransition || !style || style === $('face').dataset.style) return update()
  root.dataset.style = style
  root.style.cssText = times
  return document.startViewTransition(update).updateCallbackDone
}

// Sends a form; without a button, no secrets.
const post = async (form, button, address) => {
  clearTimeout(timer)
  const body = new URLSearchParams(new FormData(form, button))
  if (!button) for (const e of all('[type=password]', form)) {
    body.delete(e.name)
    if (e.value) body.append(':filled', e.name)
  }
  if (address != null) body.set(':open', address)
  if (button) acts = true, going = null
  body.set(':page', page)
  typed.clear()
  say('alert', '')
  const sent = posted = fetch('./', { method: 'POST', body, headers: { Accept: 'text/plain' } })
  try {
    const answer = await sent
    if (answer.headers.get('Again')) follow()
    if (answer.ok) return
    if (address == null) say('alert', await answer.text())
    else arrive()
  } catch { say('alert', 'The server does not answer. Try again.') }
  finally { if (posted === sent) posted = null }
}

// The history follows the screens; one that leads back to the entry before is no new entry.
let going, isReturning
const here = () => location.href.slice(base.length)
const arrive = () => history.replaceState(history.state, '', base + (going = null, $('face').dataset.address))
const trace = () => {
  const { address, interface: now } = $('face').dataset
  if (address === going) going = null
  if (isReturning || going != null || address === here()) return
  if (now !== run) return run = now, arrive()
  if (history.state === address) return isReturning = true, history.back()
  history.pushState(here(), '', base + address)
}
addEventListener('popstate', () => {
  if (isReturning) return isReturning = false, trace()
  if (here() !== $('face').dataset.address) acts = true, post(all('form').pop(), null, going = here())
})

// One window of the browser has the stream, for all that are seen: browsers open six connections to a server at most.
const channel = navigator.locks && self.BroadcastChannel && new BroadcastChannel(base)
let leave
const hear = ({ data: [html, text] }) => {
  if (document.hidden) return
  if (html) shown = shown.then(() => show(html))
  else if (text != null) say('status', text)
  else if (stream) connect()
}
const tell = (...data) => {
  hear({ data })
  channel?.postMessage(data)
}

// Connects again after the answer that brings a cookie, here or in another window.
const again = async answer => {
  const old = stream
  old.close()
  await Promise.allSettled([answer ?? new Promise(r => setTimeout(r, 500))])
  if (stream === old) connect()
}

const connect = () => {
  stream?.close()
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone ?? '')
  stream = new EventSource('./events?zone=' + zone)
  stream.onmessage = e => tell(e.data)
  stream.onopen = () => tell(null, '')
  stream.onerror = () => {
    tell(null, 'Connecting again\u2026')
    if (stream.readyState > 1) again()
  }
  // After a login the answer to its form has another cookie; without a form, it is fetched.
  stream.addEventListener('fetch', e => posted = fetch('./?' + e.data))
  stream.addEventListener('again', () => again(posted))
}

// Whoever begins to follow asks for the whole page.
const follow = () => {
  leave?.()
  if (document.hidden) return
  const lead = () => new Promise(end => {
    leave = () => end(stream = stream.close())
    connect()
  })
  if (!channel) return lead()
  const waiting = new AbortController()
  leave = () => waiting.abort()
  navigator.locks.request(base, waiting, lead).catch(() => {})
  channel.postMessage([])
}
if (channel) channel.onmessage = hear

addEventListener('submit', e => { e.preventDefault(); post(e.target, e.submitter) })
addEventListener('input', e => {
  typed.add(e.target)
  clearTimeout(timer)
  timer = setTimeout(post, 150, e.target.form)
})
addEventListener('keydown', e => {
  if (e.key === 'Escape' && !e.isComposing) all('.layer:not([inert]) [name=":close"]').pop()?.click()
})
document.addEventListener('visibilitychange', follow)
// Counts down from when a time was first seen.
const ends = new Map()
setInterval(() => all('[data-left]').forEach(e => {
  const key = e.parentNode.parentNode.querySelector('progress').id + ' ' + e.dataset.left, now = Date.now() / 1000
  if (!ends.has(key)) ends.set(key, now + +e.dataset.left)
  const left = Math.max(0, Math.round(ends.get(key) - now))
  e.textContent = e.textContent.replace(/\d+:\d+/, `${left / 60 | 0}:${String(left % 60).padStart(2, 0)}`)
}), 1000)
arrive()
// A browser does not do it for an address with a fragment.
if (document.activeElement === document.body) all('[autofocus]')[0]?.focus()
follow()
