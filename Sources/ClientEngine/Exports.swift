// Whoever imports the engine can name the values of JSON in its interface (``JSONValue``), and call their members.
@_exported import EngineJSON
