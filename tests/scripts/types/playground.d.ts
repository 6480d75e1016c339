// Constants that the build writes in front of the playground scripts, and shared types.

/** The markup of the dialog. */
declare const FRAME: string;
/** The URL of the site's proxy, or "". */
declare const SITE_PROXY: string;
/** Whether pages simulate the API with the examples of the document. */
declare const SIMULATE: boolean;
/** Which nested fields are open at first. */
declare const EXPANDED: "all" | "topLevel" | "topLevelOneOfs" | "none";
/** Whether readers may enter a custom base URL. */
declare const CUSTOM_BASE: boolean;

/** The texts of a site in its language; each `{}` is a placeholder. An unknown name stops the build. */
declare const TEXTS: Record<PlainText, string> & Record<TextsByKey, Record<string, string>>;
type PlainText =
  | "required" | "unset" | "absent" | "empty" | "changeBlank" | "variants" | "partHeaders" | "clear" |
   "clearBody" | "includeBody" | "needsFile" | "missing" | "cutOff" | "diagnose" | "exampleProblem" | "fillExample" | "variant" | "option" | "value" | "key" | "item" | "add" | "addKey" |
   "remove" | "fields" | "moreFields" | "filled" | "server" | "requestBody" | "mediaType" | "example" |
   "exampleNumber" | "form" | "noInputs" | "noCookies" | "authorization" | "scheme" | "none" | "token" |
   "username" | "password" | "reveal" | "storage" | "signedIn" | "notSignedIn" | "discard" |
   "otherScheme" | "sentTo" | "sentByProxy" | "signIn" | "flow" | "scopes" | "getToken" | "discover" | "plainHttp" | "tokenFrom" |
   "waiting" | "device" | "gotToken" | "noToken" | "toCredentials" | "send" | "sending" | "toCorrect" |
   "notSent" | "noBodySent" | "copy" | "options" | "extraName" | "extraValue" | "anyType" |
   "timeout" | "seconds" | "noLimit" | "customBase" | "customBaseUrl" | "linked" | "simulated" | "isSimulated" | "noSimulation" | "exampleOnly" | "throughProxy" | "notLoaded" | "copied" | "notCopied" |
   "copyCurl" | "pasteCurl" | "fillForm" | "close" | "noCurl" | "pasted" | "pastedOptions" | "pastedOmitted" | "retry" | "tooLong" | "notShared" | "repeatedKeys" | "repeatedKey" | "response" |
   "exampleResponse" | "noResponse" | "body" | "headers" | "exposed" | "noBody" | "binary" | "raw" |
   "reading" | "search" | "searchIn" | "previous" | "next" | "checkNow" | "redirected" | "orProxy" |
   "copyHeaders" | "openUrl" | "history" | "noHistory" | "compare" | "changedLines" | "noChange" |
   "sendAgain" | "show" | "back" | "more" | "download" | "stop" | "stopped" | "fits" | "fitsSoFar" |
   "oneDifference" | "differences" | "undocumented" | "webSocket" | "message" | "channelParameters" |
   "subprotocols" | "connect" | "cancel" | "disconnect" | "notConnected" | "connecting" | "connected" |
   "connectedTo" | "connectsTo" | "plainSocket" | "noSocketHeaders" | "notOpened" | "closeReason" |
   "sentMessage" | "receivedMessage" | "binaryMessage" | "matchesMessage" | "matchesMessageSoFar" |
   "oneMessageDifference" | "messageDifferences" | "notJsonMessage";
type TextsByKey = "closeCodes" | "locations" | "flows" | "client" | "rules" | "failures" | "extras" | "addExtra" | "storageChoices";

type Pair = [name: string, value: string];

/** A parameter in the data of the page; the rest of the data has the structure of the document. */
interface Parameter {
  name: string;
  in: string;
  /** The media type, if it has `content`. */
  type?: string;
  style?: string;
  explode?: boolean;
  reserved?: boolean;
  required?: boolean;
  deprecated?: boolean;
  schema?: any;
  /** Whether the form starts with the sample: it comes from the document, and samples show it. */
  given?: boolean;
  sample?: any;
  /** Whether it may be sent without a value. */
  empty?: boolean;
  placeholder?: string;
  /** The id of the element that describes it. */
  id?: string;
}

interface FormPart {
  name: string;
  text?: string;
  file?: string;
  type?: string;
  blob?: File;
  headers?: Pair[];
}

type RequestBody =
  | { kind: "json"; type: string; value: any; raw?: string }
  | { kind: "form"; type: string; fields: Pair[] }
  | { kind: "multipart"; type: string; parts: FormPart[] }
  | { kind: "file"; type: string; file: string; blob?: File }
  | { kind: "text"; type: string; text: string };

/** A request, independent of how it is sent or written as a sample. */
interface BuiltRequest {
  method: string;
  url: string;
  headers: Pair[];
  cookies: Pair[];
  basic: { username: string; password: string; scheme?: string } | null;
  body: RequestBody | null;
}

/** A validation problem: the path in the value, the rule and its limit. */
interface Problem {
  path: (string | number)[];
  rule: string;
  limit?: any;
}
