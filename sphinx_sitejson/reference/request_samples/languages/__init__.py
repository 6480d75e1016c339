"""The languages of samples: one module each, which writes the neutral request.

A module that has a ``LANGUAGE`` is found; no list names it. The twin of ``name.py`` is
``static/playground/samples/name.js``; a test compares what both write.

- ``language``: what a language of samples is.
- ``quoting``: what the languages share: escaping texts and writing values over several lines.
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
- ``typescript``: samples for TypeScript, which are those for Node.js with a type written down.
"""
