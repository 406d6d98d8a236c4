# Installs a released `cluewright` for Windows:
#   irm https://github.com/cluewright/cluewright/releases/latest/download/install.ps1 | iex
# $env:CLUEWRIGHT_VERSION (such as 0.2.0) selects the release, and $env:CLUEWRIGHT_BIN the folder.
$ErrorActionPreference = 'Stop'

$releases = 'https://github.com/cluewright/cluewright/releases'
$downloads = if ($env:CLUEWRIGHT_VERSION) { "$releases/download/v$env:CLUEWRIGHT_VERSION" } else { "$releases/latest/download" }
$bin = if ($env:CLUEWRIGHT_BIN) { $env:CLUEWRIGHT_BIN } else { Join-Path $env:LOCALAPPDATA 'Programs\cluewright' }

# The binary for x86-64 also runs on Windows for Arm, which emulates it.
if (-not [Environment]::Is64BitOperatingSystem) {
    throw 'cluewright: there is no binary for 32-bit Windows.'
}
$target = 'x86_64-pc-windows-msvc'
$archive = "cluewright-$target.zip"

$folder = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
New-Item -ItemType Directory -Path $folder | Out-Null
try {
    foreach ($file in $archive, 'SHA256SUMS') {
        Invoke-WebRequest -UseBasicParsing -Uri "$downloads/$file" -OutFile (Join-Path $folder $file)
    }
    $line = Get-Content (Join-Path $folder 'SHA256SUMS') | Where-Object { $_ -like "*$archive" }
    $expected = ($line -split ' ')[0]
    $actual = (Get-FileHash -Algorithm SHA256 (Join-Path $folder $archive)).Hash
    if ($actual -ne $expected) {
        throw "cluewright: $archive is damaged: its checksum differs from SHA256SUMS. Nothing was installed."
    }
    Expand-Archive -Path (Join-Path $folder $archive) -DestinationPath $folder
    New-Item -ItemType Directory -Force -Path $bin | Out-Null
    Copy-Item -Force (Join-Path $folder "cluewright-$target\cluewright.exe") $bin
} finally {
    Remove-Item -Recurse -Force $folder
}

$program = Join-Path $bin 'cluewright.exe'
Write-Output "$(& $program --version) is installed as $program"
$path = [Environment]::GetEnvironmentVariable('Path', 'User')
if (($path -split ';') -notcontains $bin) {
    [Environment]::SetEnvironmentVariable('Path', "$path;$bin", 'User')
    Write-Output "$bin was added to your PATH. Open a new terminal to use it."
}
