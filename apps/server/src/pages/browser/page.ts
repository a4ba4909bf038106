// What pages with lists do by script. Each of it only improves what works without.
import './copy.ts'
import './menus.ts'
import './relative-times.ts'
