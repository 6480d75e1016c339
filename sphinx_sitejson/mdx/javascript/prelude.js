// What the JavaScript of a page finds in the engine: React as a server runs it, and nothing else.
// Returns the function that answers the requests of the worker; requests and responses are JSON.
(function (options) {
  "use strict";

  const { stringify, parse } = JSON;
  const { create, defineProperty, keys, getPrototypeOf } = Object;
  const { isArray } = Array;
  const { isSafeInteger } = Number;
  const apply = Reflect.apply;

  // The globals that a page must not have, or that differ from one build to the next.

  for (const name of [
    "Atomics",
    "SharedArrayBuffer",
    "WeakRef",
    "FinalizationRegistry",
    "performance",
    "queueMicrotask"
  ])
    delete globalThis[name];

  let seed = 0x9e3779b9;
  Math.random = function random() {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  const silent = () => {};
  globalThis.console = { log: silent, info: silent, warn: silent, error: silent, debug: silent, trace: silent };

  // Dates: the time is that of the build, the time zone is UTC, the language is English.

  const state = { usesClock: false };
  const EngineDate = Date;
  const offset = (date) => apply(localOffset, date, []);
  const localOffset = EngineDate.prototype.getTimezoneOffset;

  function parseDate(text) {
    const time = EngineDate.parse(text);
    // A time without a zone was read in the zone of the machine.
    const isLocal =
      !/(?:Z|GMT|UTC|[+-]\d\d:?\d\d)\s*$/i.test(text) && !/^[+-]?\d{4,6}(-\d\d(-\d\d)?)?$/.test(text.trim());
    return isLocal ? time - offset(new EngineDate(time)) * 60000 : time;
  }

  class BuildDate extends EngineDate {
    constructor(...parts) {
      if (parts.length === 0) {
        state.usesClock = true;
        super(options.now);
      } else if (parts.length > 1) super(EngineDate.UTC(...parts));
      else super(typeof parts[0] === "string" ? parseDate(parts[0]) : parts[0]);
    }
    static now() {
      state.usesClock = true;
      return options.now;
    }
    static parse(text) {
      return parseDate(String(text));
    }
    getTimezoneOffset() {
      return 0;
    }
    toString() {
      if (isNaN(this)) return "Invalid Date";
      return `${this.toDateString()} ${this.toTimeString()}`;
    }
    toDateString() {
      if (isNaN(this)) return "Invalid Date";
      const day = twoDigits(this.getUTCDate());
      return `${DAYS[this.getUTCDay()].slice(0, 3)} ${MONTHS[this.getUTCMonth()].slice(0, 3)} ${day} ${this.getUTCFullYear()}`;
    }
    toTimeString() {
      if (isNaN(this)) return "Invalid Date";
      return `${this.toISOString().slice(11, 19)} GMT+0000 (Coordinated Universal Time)`;
    }
    toLocaleDateString(_locale, wanted = {}) {
      return formatDate(this, { ...(hasDatePart(wanted) ? {} : NUMERIC_DATE), ...wanted, timeStyle: undefined });
    }
    toLocaleTimeString(_locale, wanted = {}) {
      return formatDate(this, { ...(hasTimePart(wanted) ? {} : NUMERIC_TIME), ...wanted, dateStyle: undefined });
    }
    toLocaleString(_locale, wanted = {}) {
      const isPlain = !hasDatePart(wanted) && !hasTimePart(wanted);
      return formatDate(this, { ...(isPlain ? { ...NUMERIC_DATE, ...NUMERIC_TIME } : {}), ...wanted });
    }
  }
  for (const part of ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
    const { prototype } = EngineDate;
    BuildDate.prototype[`get${part}`] = prototype[`getUTC${part}`];
    if (part !== "Day") BuildDate.prototype[`set${part}`] = prototype[`setUTC${part}`];
  }
  defineProperty(BuildDate, "name", { value: "Date" });
  // Called without "new", it is a text.
  globalThis.Date = new Proxy(BuildDate, { apply: () => new BuildDate().toString() });
  BuildDate.prototype.constructor = Date;

  const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  const MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December"
  ];
  const NUMERIC_DATE = { year: "numeric", month: "numeric", day: "numeric" };
  const NUMERIC_TIME = { hour: "numeric", minute: "2-digit", second: "2-digit" };
  const DATE_STYLES = {
    full: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
    long: { year: "numeric", month: "long", day: "numeric" },
    medium: { year: "numeric", month: "short", day: "numeric" },
    short: { year: "2-digit", month: "numeric", day: "numeric" }
  };
  const TIME_STYLES = {
    full: NUMERIC_TIME,
    long: NUMERIC_TIME,
    medium: NUMERIC_TIME,
    short: { hour: "numeric", minute: "2-digit" }
  };
  const hasDatePart = (wanted) =>
    "weekday" in wanted || "year" in wanted || "month" in wanted || "day" in wanted || "dateStyle" in wanted;
  const hasTimePart = (wanted) => "hour" in wanted || "minute" in wanted || "second" in wanted || "timeStyle" in wanted;
  const twoDigits = (number) => String(number).padStart(2, "0");
  const width = (number, kind) => (kind === "2-digit" ? twoDigits(number % 100) : String(number));

  function formatDate(date, wanted) {
    if (isNaN(date)) return "Invalid Date";
    wanted = { ...DATE_STYLES[wanted.dateStyle], ...TIME_STYLES[wanted.timeStyle], ...wanted };
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
    const weekday = wanted.weekday && DAYS[date.getUTCDay()].slice(0, wanted.weekday === "long" ? undefined : 3);
    let text;
    if (wanted.month === "long" || wanted.month === "short") {
      const name = MONTHS[month].slice(0, wanted.month === "long" ? undefined : 3);
      const first = wanted.day ? `${name} ${width(day, wanted.day)}` : name;
      text = wanted.year ? `${first}${wanted.day ? "," : ""} ${width(year, wanted.year)}` : first;
    } else {
      const parts = [
        wanted.month && width(month + 1, wanted.month),
        wanted.day && width(day, wanted.day),
        wanted.year && width(year, wanted.year)
      ];
      text = parts.filter(Boolean).join("/");
    }
    if (weekday) text = text ? `${weekday}, ${text}` : weekday;
    const time = formatTime(date, wanted);
    const join = wanted.dateStyle === "full" || wanted.dateStyle === "long" ? " at " : ", ";
    return [text, time].filter(Boolean).join(join);
  }

  function formatTime(date, wanted) {
    if (!wanted.hour && !wanted.minute && !wanted.second) return "";
    const isHalfDay = wanted.hour12 !== false && wanted.hourCycle !== "h23";
    const hours = date.getUTCHours();
    const shown = isHalfDay ? hours % 12 || 12 : hours;
    const parts = [
      wanted.hour && (wanted.hour === "2-digit" || !isHalfDay ? twoDigits(shown) : String(shown)),
      wanted.minute && twoDigits(date.getUTCMinutes()),
      wanted.second && twoDigits(date.getUTCSeconds())
    ].filter(Boolean);
    return parts.join(":") + (wanted.hour && isHalfDay ? (hours < 12 ? " AM" : " PM") : "");
  }

  // Numbers, formatted as in English.

  const CURRENCIES = { USD: "$", EUR: "€", GBP: "£", JPY: "¥", INR: "₹", CNY: "CN¥", KRW: "₩" };

  function formatNumber(number, wanted = {}) {
    const isPercent = wanted.style === "percent";
    const isMoney = wanted.style === "currency";
    if (wanted.notation === "compact") return formatCompact(number);
    const value = isPercent ? number * 100 : number;
    if (!isFinite(value)) return isNaN(value) ? "NaN" : value < 0 ? "-∞" : "∞";
    const least = wanted.minimumFractionDigits ?? (isMoney ? Math.min(2, wanted.maximumFractionDigits ?? 2) : 0);
    const most = Math.max(least, wanted.maximumFractionDigits ?? (isMoney ? 2 : isPercent ? 0 : 3));
    let [whole, fraction = ""] = Math.abs(value).toFixed(Math.min(most, 20)).split(".");
    while (fraction.length > least && fraction.endsWith("0")) fraction = fraction.slice(0, -1);
    if (wanted.useGrouping !== false) whole = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
    const digits = whole + (fraction && `.${fraction}`);
    const sign = value < 0 && /[1-9]/.test(digits) ? "-" : "";
    const money = isMoney ? (CURRENCIES[wanted.currency] ?? `${wanted.currency}\u00a0`) : "";
    return `${sign}${money}${digits}${isPercent ? "%" : ""}`;
  }

  function formatCompact(number) {
    let unit = 0;
    let value = Math.abs(number);
    while (value >= 999.5 && unit < 4) {
      value /= 1000;
      unit += 1;
    }
    const digits = value < 100 && unit + (value % 1) > 0 ? Number(value.toPrecision(2)) : Math.round(value);
    return (number < 0 ? "-" : "") + digits + ["", "K", "M", "B", "T"][unit];
  }

  Number.prototype.toLocaleString = function toLocaleString(_locale, wanted) {
    return formatNumber(Number(this), wanted);
  };
  globalThis.Intl = {
    NumberFormat: class NumberFormat {
      constructor(_locale, wanted) {
        this.format = (number) => formatNumber(Number(number), wanted);
      }
    },
    DateTimeFormat: class DateTimeFormat {
      constructor(_locale, wanted) {
        this.format = (date) => new Date(date ?? Date.now()).toLocaleDateString(_locale, wanted);
      }
    }
  };

  // React, as a server runs it: state has its first value, effects do not run.

  const ELEMENT = Symbol.for("react.element");
  const Fragment = Symbol.for("react.fragment");
  const HELD = Symbol("held");
  const SNIPPET = Symbol("snippet");
  const WRAPPER = Symbol("wrapper");

  function h(type, attributes, ...children) {
    const props = {};
    let key = null;
    for (const name of attributes == null ? [] : keys(attributes)) {
      if (name === "key") key = String(attributes.key);
      else if (name !== "ref") props[name] = attributes[name];
    }
    if (children.length) props.children = children.length === 1 ? children[0] : children;
    const defaults = type?.defaultProps;
    for (const name of defaults ? keys(defaults) : []) if (props[name] === undefined) props[name] = defaults[name];
    return { $$typeof: ELEMENT, type, key, ref: null, props };
  }

  // The value of a capitalized name; a name that nothing in the file declares is a component of ours.
  function resolveType(value, name) {
    let type;
    try {
      type = value();
    } catch (error) {
      if (!(error instanceof ReferenceError || error instanceof TypeError)) throw error;
    }
    return type == null || NATIVE.has(type) ? name : type;
  }
  const NATIVE = new Set(Object.getOwnPropertyNames(globalThis).map((name) => globalThis[name]));

  const isElement = (value) => typeof value === "object" && value !== null && value.$$typeof === ELEMENT;

  function toArray(children) {
    const all = [];
    const visit = (child) => {
      if (isArray(child)) child.forEach(visit);
      else if (child != null && typeof child !== "boolean") all.push(child);
    };
    visit(children);
    return all;
  }

  function createContext(initial) {
    const context = { [WRAPPER]: "context", value: initial, displayName: undefined };
    context.Provider = { [WRAPPER]: "provider", context };
    context.Consumer = { [WRAPPER]: "consumer", context };
    return context;
  }

  let ids = 0;
  const call = (value) => (typeof value === "function" ? value() : value);
  const hooks = {
    useState: (initial) => [call(initial), silent],
    useReducer: (_reducer, initial, init) => [init ? init(initial) : initial, silent],
    useMemo: (compute) => compute(),
    useCallback: (callback) => callback,
    useRef: (initial) => ({ current: initial === undefined ? null : initial }),
    useContext: (context) => context.value,
    use: (context) => context.value,
    useId: () => `:r${(ids++).toString(32)}:`,
    useEffect: silent,
    useLayoutEffect: silent,
    useInsertionEffect: silent,
    useImperativeHandle: silent,
    useDebugValue: silent,
    useDeferredValue: (value, initial) => (initial === undefined ? value : initial),
    useTransition: () => [false, silent],
    useOptimistic: (value) => [value, silent],
    useActionState: (_action, initial) => [initial, silent, false],
    useSyncExternalStore: (_subscribe, snapshot, serverSnapshot) => (serverSnapshot ?? snapshot)()
  };

  class Component {
    constructor(props) {
      this.props = props;
      this.state = {};
    }
    setState() {}
    forceUpdate() {}
    static [WRAPPER] = "class";
  }

  const React = {
    ...hooks,
    Component,
    PureComponent: class PureComponent extends Component {},
    Fragment,
    StrictMode: Fragment,
    Suspense: Fragment,
    Profiler: Fragment,
    createElement: h,
    createContext,
    createRef: () => ({ current: null }),
    cloneElement: (element, props, ...children) =>
      h(element.type, { key: element.key ?? undefined, ...element.props, ...props }, ...children),
    isValidElement: isElement,
    memo: (type) => ({ [WRAPPER]: "memo", type }),
    forwardRef: (render) => ({ [WRAPPER]: "forward", render }),
    lazy: () => ({ [WRAPPER]: "lazy" }),
    startTransition: silent,
    Children: {
      toArray,
      map: (children, callback) =>
        children == null
          ? children
          : toArray(children)
              .map((child, index) => callback(child, index))
              .flat(),
      forEach: (children, callback) => toArray(children).forEach((child, index) => callback(child, index)),
      count: (children) => toArray(children).length,
      only: (children) => {
        if (!isElement(children)) throw new Error("React.Children.only expected a single element");
        return children;
      }
    },
    version: "19.0.0"
  };
  React.default = React;
  // Snippets of hosted services use these without importing them.
  Object.assign(globalThis, hooks, { React, Fragment });

  // Drawing: from elements to data. Budgets are counted on the way.

  let drawing = null;
  const contexts = [];

  function begin(limits) {
    drawing = { limits, nodes: 0, text: 0, over: "", errors: [], handlers: [], components: [] };
  }

  const isOver = () => drawing.over === "nodes" || drawing.over === "text";

  function addNodes(count) {
    drawing.nodes += count;
    if (drawing.nodes > drawing.limits.nodes) drawing.over ||= "nodes";
  }

  function addText(length) {
    drawing.text += length;
    if (drawing.text > drawing.limits.text) drawing.over ||= "text";
  }

  function draw(value, parts, depth, levels) {
    if (value == null || typeof value === "boolean" || isOver()) return;
    if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") {
      const text = String(value);
      addText(text.length);
      if (!text || isOver()) return;
      if (typeof parts.at(-1) === "string") parts[parts.length - 1] += text;
      else parts.push(text);
    } else if (typeof value === "function" || typeof value === "symbol") {
      // As with React, there is nothing to see.
    } else if (isElement(value)) {
      drawElement(value, parts, depth, levels);
    } else if (isArray(value)) {
      for (let index = 0; index < value.length && !isOver(); index += 1) draw(value[index], parts, depth, levels);
    } else if (typeof value[Symbol.iterator] === "function") {
      for (const each of value) {
        if (isOver()) break;
        draw(each, parts, depth, levels);
      }
    } else if (typeof value.then === "function") {
      throw new TypeError("an asynchronous component cannot be drawn while the site is built");
    } else {
      throw new TypeError(`an object with the keys {${keys(value).slice(0, 5).join(", ")}} cannot be shown as text`);
    }
  }

  function drawElement(element, parts, depth, levels) {
    if (depth >= drawing.limits.depth) {
      drawing.over ||= "depth";
      return;
    }
    const { type, props } = element;
    if (type?.[HELD] !== undefined) {
      drawHeld(type[HELD], parts);
    } else if (type === Fragment) {
      draw(props.children, parts, depth + 1, levels);
    } else if (typeof type === "string") {
      drawHost(type, props, parts, depth, levels);
    } else if (type?.[SNIPPET] !== undefined) {
      addNodes(1);
      parts.push({ m: [type[SNIPPET], openScope(type[SNIPPET], props)] });
    } else {
      drawComponent(element, parts, depth, levels);
    }
  }

  // Content of the page is there anyway; where a component repeats it, it counts.
  function drawHeld(held, parts) {
    if (held.isDrawn) {
      addNodes(held.nodes);
      addText(held.text);
    }
    held.isDrawn = true;
    if (!isOver()) parts.push({ k: held.id });
  }

  function drawHost(name, props, parts, depth, levels) {
    addNodes(1);
    if (isOver()) return;
    const children = [];
    const attributes = {};
    for (const key of keys(props)) {
      if (key === "children") continue;
      if (typeof props[key] === "function" && /^on[A-Z]/.test(key))
        drawing.handlers.push(drawing.components.at(-1) ?? "");
      else attributes[key] = toData(props[key], 0, depth);
    }
    // Elements beyond this level are left out, what is in them is not.
    const isDeep = levels >= drawing.limits.levels;
    if (isDeep) drawing.over ||= "levels";
    draw(props.children, isDeep ? parts : children, depth + 1, levels + 1);
    if (!isDeep) parts.push({ e: [name.replace(/^:+/, ""), attributes, children] });
  }

  function drawComponent(element, parts, depth, levels) {
    const { type, props } = element;
    const count = parts.length;
    const info = describe(type);
    drawing.components.push(info.id);
    try {
      if (type?.[WRAPPER] === "provider") {
        const { context } = type;
        const outer = context.value;
        context.value = props.value;
        try {
          draw(props.children, parts, depth + 1, levels);
        } finally {
          context.value = outer;
        }
      } else draw(render(type, props), parts, depth + 1, levels);
    } catch (error) {
      parts.length = count;
      noteError(error, info);
      drawInstead(props, parts, depth, levels);
    } finally {
      drawing.components.pop();
    }
  }

  function render(type, props) {
    const kind = type?.[WRAPPER];
    if (kind === "memo") return h(type.type, props);
    if (kind === "forward") return type.render(props, null);
    if (kind === "consumer") return props.children(type.context.value);
    if (kind === "context") return h(type.Provider, props);
    if (kind === "class") {
      const instance = new type(props);
      instance.props = props;
      const derived = type.getDerivedStateFromProps?.(props, instance.state);
      if (derived) instance.state = { ...instance.state, ...derived };
      return instance.render();
    }
    if (typeof type !== "function")
      throw new TypeError(
        `${kind === "lazy" ? "a lazy component" : `a ${typeof type}`} cannot be drawn as a component`
      );
    return type(props);
  }

  // Of a component that throws: what it was given as text, its picture, and what stands in it.
  function drawInstead(props, parts, depth, levels) {
    if (props == null || typeof props !== "object") return;
    for (const name of ["title", "name", "label"])
      if (typeof props[name] === "string" && props[name]) draw(h("p", null, props[name]), parts, depth + 1, levels);
    if (typeof props.src === "string")
      draw(h("img", { src: props.src, alt: typeof props.alt === "string" ? props.alt : "" }), parts, depth + 1, levels);
    try {
      draw(props.children, parts, depth + 1, levels);
    } catch (error) {
      noteError(error, {});
    }
  }

  // An engine without memory may have none for the error either.
  const isOutOfMemory = (error) =>
    error === null || (error instanceof InternalError && error.message === "out of memory");

  function noteError(error, info) {
    if (isOutOfMemory(error)) drawing.over ||= "memory";
    else if (drawing.errors.length < 20) drawing.errors.push({ ...info, message: errorText(error) });
  }

  function errorText(error) {
    try {
      return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 300);
    } catch {
      return "an error without a message";
    }
  }

  // From values to data: what props hold when a built-in component gets them.

  function toData(value, level, depth) {
    if (value == null) return null;
    switch (typeof value) {
      case "string":
        addText(value.length);
        return isOver() ? "" : value;
      case "number":
        return isSafeInteger(value) || /^-?\d+\.\d+$/.test(String(value)) ? value : String(value);
      case "boolean":
        return value;
      case "bigint":
        return String(value);
      case "object":
        break;
      default:
        return { f: 1 };
    }
    if (level > drawing.limits.levels || isOver()) return null;
    if (isElement(value) || (isArray(value) && value.some(isElement))) {
      const parts = [];
      draw(value, parts, depth + 1, level);
      return { d: parts };
    }
    addNodes(1);
    if (value instanceof EngineDate) return isNaN(value) ? null : value.toISOString();
    if (isArray(value)) return value.map((each) => toData(each, level + 1, depth));
    if (value instanceof Map || value instanceof Set) return [...value].map((each) => toData(each, level + 1, depth));
    const members = {};
    for (const key of keys(value)) {
      if (isOver()) break;
      members[key] = toData(value[key], level + 1, depth);
    }
    return { o: members };
  }

  // Modules: each is run when something in it is first needed.

  const modules = create(null);
  const described = new Map();

  function describe(type) {
    const inner = type?.[WRAPPER] === "memo" ? type.type : type?.[WRAPPER] === "forward" ? type.render : type;
    const known = described.get(inner) ?? described.get(type);
    const name = known?.name ?? inner?.displayName ?? inner?.name ?? "";
    return {
      name: String(name),
      file: known?.file ?? "",
      line: known?.line ?? 0,
      id: known ? `${known.file}#${known.name}` : String(name)
    };
  }

  function define(module, run) {
    modules[module.name] = {
      ...module,
      run,
      links: create(null),
      exports: create(null),
      bindings: create(null),
      isRun: false
    };
  }

  function requireModule(name) {
    const module = modules[name];
    if (module === undefined || module.isRun) return module;
    module.isRun = true;
    if (module.json !== undefined) {
      readData(module);
      return module;
    }
    for (const [exported, wanted, specifier] of module.reexports ?? []) {
      const target = imported(module, specifier);
      if (exported !== "*") module.exports[exported] = pick(target, wanted, exported);
      else
        for (const each of keys(target?.exports ?? {}))
          if (each !== "default") module.exports[each] = target.exports[each];
    }
    for (const [local, wanted, specifier] of module.imports ?? []) {
      const value = importValue(module, specifier, wanted, local);
      defineProperty(module.bindings, local, { value, enumerable: true, writable: true });
    }
    const { bindings } = module;
    const onFailure = (line, error) => noteError(error, { file: module.name, line: line + 1, isStatement: true });
    const bind = (getters) => Object.defineProperties(bindings, Object.getOwnPropertyDescriptors(getters));
    module.run?.(h, resolveType, Fragment, bindings, onFailure, bind);
    for (const exported of keys(module.exported ?? {})) {
      const local = module.exported[exported];
      defineProperty(module.exports, exported, { get: () => bindings[local], enumerable: true, configurable: true });
    }
    for (const name of keys(module.lines ?? {})) remember(module, name);
    if (module.isMarkdown) addDefault(module);
    return module;
  }

  function readData(module) {
    try {
      const value = parse(module.json);
      if (typeof value === "object" && value !== null && !isArray(value)) Object.assign(module.exports, value);
      module.exports.default = value;
    } catch (error) {
      noteError(error, { file: module.name, line: 1, isStatement: true });
    }
  }

  // Markdown is what such a file exports by default; what else it exports can be reached through it.
  function addDefault(module) {
    const page = create(null);
    page[SNIPPET] = module.name;
    for (const name of keys(module.exports))
      if (name !== "default") defineProperty(page, name, { get: () => module.exports[name], enumerable: true });
    defineProperty(module.exports, "default", { value: page, enumerable: true });
  }

  function remember(module, name) {
    try {
      const value = module.bindings[name];
      const isType = typeof value === "function" || (typeof value === "object" && value !== null && value[WRAPPER]);
      if (isType && !described.has(value))
        described.set(value, { name, file: module.name, line: module.lines[name] + 1 });
    } catch {
      // The statement that declares it has failed, and was reported.
    }
  }

  function imported(module, specifier) {
    const target = module.links[specifier];
    return target ? requireModule(target) : undefined;
  }

  function importValue(module, specifier, wanted, local) {
    if (specifier === "react") return wanted === "*" ? React : React[wanted];
    const target = imported(module, specifier);
    if (target !== undefined) return pick(target, wanted, local);
    if (specifier === "next/link" || specifier === "next/image") return specifier === "next/link" ? "a" : "img";
    // What a package would bring is drawn by the name, if there is a component of that name.
    return /^[A-Z]/.test(wanted === "default" ? local : wanted) ? (wanted === "default" ? local : wanted) : undefined;
  }

  function pick(target, wanted, local) {
    if (target === undefined) return undefined;
    if (wanted === "*") return target.exports;
    if (wanted !== "default" || "default" in target.exports) return target.exports[wanted];
    return local in target.exports ? target.exports[local] : target.exports;
  }

  // Scopes: the names that the expressions of a file may use. Props come first, then what the file
  // declares and imports, then its front matter.

  const scopes = [];

  function openScope(file, props) {
    const module = requireModule(file);
    const values = create(null);
    values.user = {};
    Object.assign(values, module?.values, { frontmatter: module?.values ?? {} });
    const names = create(values);
    if (module) Object.defineProperties(names, Object.getOwnPropertyDescriptors(module.bindings));
    const scope = create(names);
    for (const name of keys(props))
      defineProperty(scope, name, { value: props[name], writable: true, enumerable: true });
    scope.props = props;
    scopes.push(scope);
    return scopes.length - 1;
  }

  // Hosted services put snippets into the page before anything runs: they see what the page imports.
  function exposeNames(page) {
    for (const name of keys(page?.bindings ?? {})) {
      if (!(name in globalThis))
        defineProperty(globalThis, name, { get: () => page.bindings[name], configurable: true });
    }
  }

  function compile(source, body) {
    try {
      return new Function("$scope", "$h", "$t", "$F", body);
    } catch (error) {
      // The parenthesis that the engine did not expect is that of the body.
      if (source.includes(")") || !error.message.endsWith("')'")) throw error;
      throw new SyntaxError("the expression is incomplete");
    }
  }

  function evaluate(scope, source) {
    const body = `with($scope){return (function(){"use strict";return (${source}\n)})()}`;
    return compile(source, body)(scopes[scope], h, resolveType, Fragment);
  }

  function readProps(scope, attributes, onError) {
    const props = {};
    attributes.forEach(([name, kind, content], index) => {
      try {
        if (kind === "value") props[name] = content;
        else if (kind === "code") props[name] = evaluate(scope, content);
        else Object.assign(props, evaluate(scope, content));
      } catch (error) {
        onError(index, error);
      }
    });
    return props;
  }

  function readChildren(scope, children) {
    const read = children.map((child) => {
      if (typeof child === "string") return child;
      // Markdown of the page; the component may look at the props of an element in it.
      if (child.nodes !== undefined) return h({ [HELD]: child }, child.props);
      const type = resolveType(() => evaluate(scope, child.name), child.name);
      const props = readProps(scope, child.attributes, (_index, error) => noteError(error, { name: child.name }));
      return h(type, props, ...readChildren(scope, child.children));
    });
    return read;
  }

  function withChildren(props, children) {
    if (children.length) props.children = children.length === 1 ? children[0] : children;
    return props;
  }

  // Requests

  const requests = {
    define,
    link({ name, links }) {
      Object.assign(modules[name].links, links);
    },
    scope({ file, caller, attributes, children }) {
      if (caller === null) exposeNames(requireModule(file));
      const failed = [];
      const props =
        caller === null ? {} : readProps(caller, attributes, (index, error) => failed.push([index, errorText(error)]));
      return {
        scope: openScope(file, withChildren(props, caller === null ? [] : readChildren(caller, children))),
        failed
      };
    },
    evaluate({ scope, source }) {
      const value = evaluate(scope, source);
      const isObject = typeof value === "object" && value !== null;
      const isShown = isElement(value) || isArray(value) || typeof value?.[Symbol.iterator] === "function";
      const isPlain = isObject && !isShown && [null, Object.prototype].includes(getPrototypeOf(value));
      if (typeof value === "function" || isPlain) return { kind: isPlain ? "object" : "function" };
      const parts = [];
      draw(value, parts, 0, 0);
      return { parts };
    },
    props({ scope, attributes }) {
      const failed = [];
      const props = readProps(scope, attributes, (index, error) => failed.push([index, errorText(error)]));
      const data = {};
      for (const name of keys(props)) data[name] = toData(props[name], 0, 0);
      return { props: data, failed };
    },
    draw({ scope, name, attributes, children }) {
      const failed = [];
      const type = resolveType(() => evaluate(scope, name), name);
      const props = readProps(scope, attributes, (index, error) => failed.push([index, errorText(error)]));
      const parts = [];
      if (typeof type === "string" && type === name) return { unknown: true, failed };
      draw(h(type, withChildren(props, readChildren(scope, children))), parts, 0, 0);
      return { parts, failed };
    }
  };

  return function answer(text, run) {
    const request = parse(text);
    begin(request.limits);
    let response;
    try {
      response = requests[request.op](request, run) ?? {};
    } catch (error) {
      if (isOutOfMemory(error)) drawing.over = "memory";
      response = { error: errorText(error) };
    }
    const { nodes, text: length, over, errors, handlers } = drawing;
    return stringify({
      ...response,
      nodes,
      text: length,
      over,
      errors,
      handlers: [...new Set(handlers)],
      usesClock: state.usesClock
    });
  };
});
