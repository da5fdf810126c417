// Shows what the server sends, and posts what is done.
'use strict'
const root = document.documentElement
const all = (s, e = root) => [...e.querySelectorAll(s)]
const $ = id => document.getElementById(id)
const say = (id, text) => $(id).textContent = text
const typed = new Set()
// Nobody else knows this name of the page.
const page = all('[name=":page"]')[0]?.value
let stream, timer, posted, focusID = all('[autofocus]')[0]?.id, shown = Promise.resolve()

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
  const auto = all('#face [autofocus]')[0]
  if (auto && auto.id !== focusID) auto.focus()
  else if (!active.isConnected) {
    const title = all('h1,[role=dialog] h2').pop() ?? root
    title.tabIndex = -1
    title.focus()
  } else if (document.activeElement !== active) {
    active.focus({ preventScroll: true })
    if (from != null) active.setSelectionRange(from, to)
  }
  focusID = auto?.id
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
const post = async (form, button) => {
  clearTimeout(timer)
  const body = new URLSearchParams(new FormData(form, button))
  if (!button) for (const e of all('[type=password]', form)) {
    body.delete(e.name)
    if (e.value) body.append(':filled', e.name)
  }
  body.set(':page', page)
  typed.clear()
  say('alert', '')
  const sent = posted = fetch('./', { method: 'POST', body, headers: { Accept: 'text/plain' } })
  try {
    const answer = await sent
    if (answer.headers.get('Again')) follow()
    if (!answer.ok) say('alert', await answer.text())
  } catch { say('alert', 'The server does not answer. Try again.') }
  if (posted === sent) posted = null
}

// Connects again after the answer that brings a cookie, here or in another window.
const again = async answer => {
  const old = stream
  old.close()
  await Promise.allSettled([answer ?? new Promise(r => setTimeout(r, 500))])
  if (stream === old) follow()
}

const follow = () => {
  stream?.close()
  if (document.hidden) return
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone ?? '')
  stream = new EventSource('./events?zone=' + zone)
  stream.onmessage = e => shown = shown.then(() => show(e.data))
  stream.onopen = () => say('status', '')
  stream.onerror = () => {
    say('status', 'Connecting again\u2026')
    if (stream.readyState > 1) again()
  }
  // After a login the answer to its form has another cookie; without a form, it is fetched.
  stream.addEventListener('fetch', e => posted = fetch('./?' + e.data))
  stream.addEventListener('again', () => again(posted))
}

addEventListener('submit', e => { e.preventDefault(); post(e.target, e.submitter) })
addEventListener('input', e => {
  typed.add(e.target)
  clearTimeout(timer)
  timer = setTimeout(post, 150, e.target.form)
})
document.addEventListener('visibilitychange', follow)
follow()
