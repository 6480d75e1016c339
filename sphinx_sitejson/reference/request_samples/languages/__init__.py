"""The sample languages: one module each, which writes a neutral request as code.

Modules with a ``LANGUAGE`` are discovered. The counterpart of ``name.py`` is
``static/playground/samples/name.js``; a test compares what both write.

Why not httpsnippet (3.0.10), run by the build and by pages: it rounds large numbers, drops repeated
keys and the content of files and the types of parts, and joins repeated form fields in ``fetch``.

- ``language``: the description of a sample language.
- ``quoting``: helpers of all languages: escape texts, write values over several lines.
- ``bash``: samples for a shell, with curl.
- ``csharp``: samples for C#, with HttpClient.
- ``go``: samples for Go, with net/http.
- ``httpie``: samples for a shell, with HTTPie.
- ``java``: samples for Java, with java.net.http.
- ``javascript``: samples for JavaScript in a browser, with fetch; Node.js shares most of it.
- ``kotlin``: samples for Kotlin, with java.net.http.
- ``node``: samples for Node.js, whose fetch is that of browsers, but which reads files.
- ``php``: samples for PHP, with its curl extension.
- ``powershell``: samples for PowerShell, with Invoke-RestMethod.
- ``python``: samples for Python, with requests.
- ``ruby``: samples for Ruby, with net/http.
- ``rust``: samples for Rust, with the blocking client of reqwest.
- ``swift``: samples for Swift, with URLSession.
- ``typescript``: samples for TypeScript: those for Node.js with a type annotation.
"""
