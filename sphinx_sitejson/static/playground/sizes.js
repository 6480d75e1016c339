// @ts-check
"use strict";

// The size of a response or a message. Pure.

/** @param {number} bytes */
const formatSize = (bytes) =>
  bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
