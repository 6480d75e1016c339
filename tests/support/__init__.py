"""What the tests share: sites built in the test's process, a browser, a server."""
