/// The media type of a file, derived from its name.
struct FileMediaType: Sendable, Hashable {
    /// The media type, or `application/octet-stream` if the extension is unknown.
    let value: String

    /// Derives the media type from the extension of the last path component.
    init(path: String) {
        let name = path.split(at: "/").last ?? ""
        let parts = name.split(at: ".", omittingEmptySubsequences: false)
        self.init(fileExtension: parts.count > 1 ? String(parts[parts.count - 1]) : "")
    }

    /// Derives the media type from an extension without its dot, ignoring case.
    init(fileExtension: String) {
        value = Self.types[fileExtension.lowercased()] ?? "application/octet-stream"
    }

    /// Returns the most common extension for a media type, without its dot, or `nil` if none is known.
    static func fileExtension(of type: String) -> String? {
        let line = table.split(separator: "\n").first { $0.hasPrefix(type.lowercased() + " ") }
        return line?.split(at: " ").dropFirst().first.map(String.init)
    }

    static let types: [String: String] = {
        var types: [String: String] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(at: " ").map(String.init)
            for ending in words.dropFirst() { types[ending] = words[0] }
        }
        return types
    }()

    /// One media type a line, followed by its file extensions.
    private static let table = """
        text/html html htm shtml
        text/css css
        text/csv csv
        text/tab-separated-values tsv
        text/plain txt text log
        text/markdown md markdown
        text/calendar ics
        text/vcard vcf
        text/mathml mml
        text/vnd.sun.j2me.app-descriptor jad
        text/vnd.wap.wml wml
        text/x-component htc
        text/javascript js mjs
        text/xml xml
        application/json json map har
        application/ld+json jsonld
        application/geo+json geojson
        application/x-ndjson ndjson
        application/manifest+json webmanifest
        application/yaml yaml yml
        application/toml toml
        application/atom+xml atom
        application/rss+xml rss
        application/xhtml+xml xhtml
        application/xslt+xml xsl xslt
        application/xspf+xml xspf
        application/vnd.google-earth.kml+xml kml
        application/vnd.google-earth.kmz kmz
        application/sql sql
        application/wasm wasm
        application/graphql graphql
        image/png png
        image/apng apng
        image/jpeg jpeg jpg jpe
        image/gif gif
        image/webp webp
        image/avif avif
        image/heic heic
        image/heif heif
        image/jxl jxl
        image/svg+xml svg svgz
        image/tiff tif tiff
        image/bmp bmp
        image/x-icon ico cur
        image/x-jng jng
        image/vnd.wap.wbmp wbmp
        image/vnd.adobe.photoshop psd
        audio/mpeg mp3
        audio/mp4 m4a
        audio/aac aac
        audio/ogg ogg oga opus
        audio/flac flac
        audio/wav wav
        audio/webm weba
        audio/midi mid midi kar
        audio/x-realaudio ra
        video/mp4 mp4 m4v
        video/mpeg mpeg mpg
        video/webm webm
        video/ogg ogv
        video/quicktime mov
        video/x-msvideo avi
        video/x-ms-wmv wmv
        video/x-ms-asf asf asx
        video/x-flv flv
        video/matroska mkv
        video/x-mng mng
        video/mp2t ts
        application/vnd.apple.mpegurl m3u8
        application/dash+xml mpd
        video/3gpp 3gp 3gpp
        application/pdf pdf
        application/rtf rtf
        application/postscript ps eps ai
        application/epub+zip epub
        application/msword doc
        application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
        application/vnd.ms-excel xls
        application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
        application/vnd.ms-powerpoint ppt
        application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
        application/vnd.oasis.opendocument.text odt
        application/vnd.oasis.opendocument.spreadsheet ods
        application/vnd.oasis.opendocument.presentation odp
        application/vnd.oasis.opendocument.graphics odg
        application/zip zip
        application/gzip gz tgz
        application/x-bzip2 bz2
        application/x-xz xz
        application/zstd zst
        application/x-7z-compressed 7z
        application/vnd.rar rar
        application/x-tar tar
        application/java-archive jar war ear
        application/x-cpio cpio
        application/mac-binhex40 hqx
        application/x-stuffit sit
        application/vnd.debian.binary-package deb
        application/x-rpm rpm
        application/x-iso9660-image iso
        font/woff woff
        font/woff2 woff2
        font/ttf ttf
        font/otf otf
        font/collection ttc
        application/vnd.ms-fontobject eot
        application/x-x509-ca-cert der pem crt
        application/x-pkcs12 p12 pfx
        application/x-pkcs7-certificates p7b
        application/x-sh sh
        application/x-csh csh
        application/x-perl pl pm
        text/x-python py
        application/x-tcl tcl tk
        application/x-shockwave-flash swf
        application/x-bittorrent torrent
        application/x-java-archive-diff jardiff
        application/x-java-jnlp-file jnlp
        application/x-pilot prc pdb
        application/x-makeself run
        application/x-xpinstall xpi
        application/vnd.wap.wmlc wmlc
        application/octet-stream bin exe dll dmg img msi
        """
}
