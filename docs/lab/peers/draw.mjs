// Puts a table together from its sprites with @napi-rs/canvas and with sharp.
import { readFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import sharp from 'sharp'

const folder = process.argv[2]
const scene = JSON.parse(readFileSync(`${folder}/scene.json`))
const files = scene.parts.map((_, i) => readFileSync(`${folder}/${i}.png`))

async function measure(name, picture) {
  const times = []
  let bytes = 0
  for (let i = 0; i < 8; i++) {
    const start = process.hrtime.bigint()
    bytes = (await picture()).length
    times.push(Number(process.hrtime.bigint() - start) / 1000)
  }
  times.sort((a, b) => a - b)
  console.log([name, times[times.length >> 1].toFixed(1), bytes].join('\t'))
}

const images = await Promise.all(files.map(f => loadImage(f)))
await measure('@napi-rs/canvas: sprites', () => {
  const canvas = createCanvas(scene.width, scene.height)
  const c = canvas.getContext('2d')
  c.fillStyle = scene.ground
  c.fillRect(0, 0, scene.width, scene.height)
  scene.parts.forEach((p, i) => c.drawImage(images[i], p.x, p.y))
  return canvas.encode('png')
})

const raws = await Promise.all(
  files.map(f => sharp(f).ensureAlpha().raw().toBuffer({ resolveWithObject: true })))
const layers = raws.map((r, i) => ({
  input: r.data, raw: { width: r.info.width, height: r.info.height, channels: 4 },
  left: scene.parts[i].x, top: scene.parts[i].y }))
const ground = { width: scene.width, height: scene.height, channels: 3, background: scene.ground }
const blank = () => sharp({ create: ground }).composite(layers)
await measure('sharp: sprites', () => blank().png().toBuffer())
await measure('sharp: sprites, level 1', () => blank().png({ compressionLevel: 1 }).toBuffer())
